/* Every shipped scenario through the C interface: the hash the C++ engine gives, the same when stepped, and the same after
 * going back to a saved state.
 *
 *   scenarios ROOT     ROOT/tests/golden/scenario-hashes.txt names them, ROOT/worlds has them
 *
 * Prints "name 0xhash" a line. */
#include <inttypes.h>
#include <stdlib.h>

#include "check.h"

static void last_place(sf_runner runner, sf_step* step) {
  sf_status status;
  step->size = sizeof *step;
  while ((status = sf_runner_step(runner, step)) == SF_OK) {
  }
  EXPECT(SF_ERROR_DONE, status);
}

/* Half of it, a saved state, the rest, back, the rest again. */
static void step_twice(sf_scenario scenario, const sf_run* run) {
  sf_runner runner = {0};
  sf_buffer saved = {0};
  sf_step first, second;
  const void* bytes = NULL;
  size_t size = 0;
  uint32_t i;
  memset(&first, 0, sizeof first);
  memset(&second, 0, sizeof second);
  first.size = sizeof first;
  OK(sf_runner_create(scenario, NULL, &runner));
  for (i = 0; i < run->ticks / 2; ++i) OK(sf_runner_step(runner, &first));
  OK(sf_runner_save(runner, &saved));
  last_place(runner, &first);
  OK(sf_buffer_data(saved, &bytes, &size));
  OK(sf_runner_restore(runner, bytes, size));
  last_place(runner, &second);
  CHECK(memcmp(&first, &second, sizeof first) == 0);
  CHECK(memcmp(&first.state.position, &run->end, sizeof run->end) == 0);
  CHECK(first.state.transient == run->transient);
  if (size > 4) EXPECT(SF_ERROR_BAD_VALUE, sf_runner_restore(runner, bytes, size - 4));
  OK(sf_buffer_destroy(saved));
  OK(sf_runner_destroy(runner));
}

/* A host's own list of states has the run's hash. */
static void hash_states(sf_scenario scenario, const sf_run* run) {
  sf_runner runner = {0};
  sf_state* states = calloc(run->ticks, sizeof *states);
  sf_step step;
  uint64_t hash = 0;
  uint32_t i;
  memset(&step, 0, sizeof step);
  step.size = sizeof step;
  OK(sf_runner_create(scenario, NULL, &runner));
  for (i = 0; i < run->ticks; ++i) {
    OK(sf_runner_step(runner, &step));
    states[i] = step.state;
  }
  OK(sf_hash_states(states, run->ticks, &hash));
  CHECK(hash == run->hash);
  OK(sf_runner_destroy(runner));
  free(states);
}

static void run_one(const char* root, const char* name, uint64_t expected) {
  char path[1024];
  sf_scenario scenario = {0};
  sf_run run;
  memset(&run, 0, sizeof run);
  run.size = sizeof run;
  snprintf(path, sizeof path, "%s/worlds/%s.scenario.json", root, name);
  OK(sf_scenario_load_file(path, &scenario));
  OK(sf_scenario_run(scenario, NULL, &run));
  printf("%s 0x%016" PRIx64 "\n", name, run.hash);
  CHECK(run.hash == expected);
  CHECK(run.failed == 0);
  if (run.movers == 1) {
    step_twice(scenario, &run);
    hash_states(scenario, &run);
  }
  OK(sf_scenario_destroy(scenario));
}

int main(int argc, char** argv) {
  char path[1024], name[256], hash[64];
  int count = 0;
  FILE* list;
  if (argc != 2) return 2;
  OK(sf_check(SF_ABI_VERSION));
  snprintf(path, sizeof path, "%s/tests/golden/scenario-hashes.txt", argv[1]);
  list = fopen(path, "r");
  CHECK(list != NULL);
  while (list != NULL && fscanf(list, "%255s %63s", name, hash) == 2) {
    run_one(argv[1], name, strtoull(hash, NULL, 16));
    ++count;
  }
  if (list != NULL) fclose(list);
  CHECK(count > 50);
  return check_end("scenarios");
}
