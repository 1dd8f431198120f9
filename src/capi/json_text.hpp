// JSON to text for callers: names from files need not be UTF-8, and must not stop anybody.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

namespace surefoot::capi {

[[nodiscard]] inline std::string json_text(const nlohmann::ordered_json& j) {
  return j.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

}  // namespace surefoot::capi
