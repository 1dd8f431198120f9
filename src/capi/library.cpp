// Version, buffers, profiles, registers.
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "capi/convert.hpp"
#include "capi/json_text.hpp"
#include "capi/objects.hpp"
#include "core/float_env.hpp"
#include "core/rules.hpp"

namespace surefoot::capi {

sf_buffer make_buffer(const std::vector<std::byte>& bytes) {
  return make_buffer(std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
}

namespace {

using Json = nlohmann::ordered_json;

Json ports_of(std::string_view rest) {
  Json list = Json::array();
  while (!rest.empty()) {
    const std::size_t comma = rest.find(", ");
    list.push_back(std::string(rest.substr(0, comma)));
    rest = comma == std::string_view::npos ? std::string_view{} : rest.substr(comma + 2);
  }
  return list;
}

}  // namespace

}  // namespace surefoot::capi

using namespace surefoot;
using namespace surefoot::capi;

extern "C" {

uint32_t sf_abi_version(void) {
  return SF_ABI_VERSION;
}

const char* sf_version(void) {
#define SF_TEXT_OF(x) #x
#define SF_TEXT(x) SF_TEXT_OF(x)
  return SF_TEXT(SF_VERSION_MAJOR) "." SF_TEXT(SF_VERSION_MINOR) "." SF_TEXT(SF_VERSION_PATCH);
#undef SF_TEXT
#undef SF_TEXT_OF
}

sf_status sf_check(uint32_t abi_version) {
  return guarded([&] {
    if (abi_version != SF_ABI_VERSION) {
      const std::string text = fmt::format("the header has ABI {}, the library {} ({})", abi_version,
                                           SF_ABI_VERSION, sf_version());
      return refuse(SF_ERROR_ABI, text.c_str());
    }
    const auto checked = check_float_environment();
    return checked ? SF_OK : refuse(SF_ERROR_ENVIRONMENT, checked.error().message.c_str());
  });
}

sf_status sf_buffer_data(sf_buffer buffer, const void** data, size_t* size) {
  return guarded([&] {
    sf_status status = SF_OK;
    if (absent(data, "data", status) || absent(size, "size", status)) return status;
    const Shared<sf_buffer> held(buffer, status);
    if (!held) return status;
    *data = held->bytes.data();
    *size = held->bytes.size();
    return status;
  });
}

sf_status sf_buffer_destroy(sf_buffer buffer) {
  return destroy_handle(buffer);
}

sf_status sf_profile_defaults(sf_profile* profile, uint32_t size) {
  return guarded([&] {
    sf_status status = SF_OK;
    if (unfit_memory(profile, size, sizeof *profile, "profile", status)) return status;
    *profile = out(Profile{});
    return status;
  });
}

sf_status sf_profile_parse(const char* names, sf_profile* profile) {
  return guarded([&] {
    sf_status status = SF_OK;
    if (absent(names, "names", status) || unfit(profile, "profile", status)) return status;
    const auto parsed = parse_profile(names);
    if (!parsed) return refuse(parsed.error());
    *profile = out(*parsed);
    return status;
  });
}

sf_status sf_profile_ids(const sf_profile* profile, sf_buffer* json) {
  return guarded([&] {
    sf_status status = SF_OK;
    Profile p;
    if (absent(json, "json", status) || unfit_profile(profile, p, status)) return status;
    *json = make_buffer(json_text(p.ids()));
    return status;
  });
}

sf_status sf_divergences(sf_buffer* json) {
  return guarded([&] {
    sf_status status = SF_OK;
    if (absent(json, "json", status)) return status;
    Json j;
    j["profiles"] = profile_names();
    j["divergences"] = Json::array();
    for (const DivergenceInfo& d : divergence_table())
      j["divergences"].push_back({{"id", d.id},
                                  {"label", d.label},
                                  {"ports", ports_of(d.ports)},
                                  {"retail", d.retail},
                                  {"port", d.port},
                                  {"symptom", d.symptom},
                                  {"scenario", d.scenario}});
    *json = make_buffer(json_text(j));
    return status;
  });
}

sf_status sf_rules(sf_buffer* json) {
  return guarded([&] {
    sf_status status = SF_OK;
    if (absent(json, "json", status)) return status;
    Json list = Json::array();
    for (const ArmInfo& a : arm_table()) {
      const FnInfo& f = info(a.fn);
      list.push_back({{"id", a.id},
                      {"function", f.retail},
                      {"address", fmt::format("0x{:08X}", f.address)},
                      {"spec", f.spec},
                      {"meaning", a.meaning}});
    }
    *json = make_buffer(json_text(list));
    return status;
  });
}
}
