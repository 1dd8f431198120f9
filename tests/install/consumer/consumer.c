/* Runs a scenario with the installed library and prints its hash. */
#include <inttypes.h>
#include <stdio.h>

#include <surefoot/surefoot.h>

int main(int argc, char** argv) {
  sf_scenario scenario;
  sf_run run = {sizeof run};
  if (argc != 2) return 2;
  if (sf_check(SF_ABI_VERSION) != SF_OK || sf_scenario_load_file(argv[1], &scenario) != SF_OK ||
      sf_scenario_run(scenario, NULL, &run) != SF_OK) {
    const char *message, *where;
    sf_last_error(&message, &where);
    fprintf(stderr, "%s: %s\n", where, message);
    return 1;
  }
  printf("0x%016" PRIx64 "\n", run.hash);
  return sf_scenario_destroy(scenario) != SF_OK;
}
