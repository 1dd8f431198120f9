#include "capi/explained.hpp"

#include <nlohmann/json.hpp>

#include "capi/json_text.hpp"
#include "trace/explain.hpp"
#include "trace/tree.hpp"

namespace surefoot::capi {

namespace {

std::string document(std::uint32_t tick, const trace::Explanation& why, nlohmann::ordered_json tree) {
  nlohmann::ordered_json j;
  j["tick"] = tick;
  j["rule"] = why.rule;
  j["summary"] = why.summary;
  j["chain"] = why.chain;
  j["tree"] = std::move(tree);
  return json_text(j);
}

}  // namespace

std::string explained(std::uint32_t tick, const trace::Recorder& recorder, const ResolveRequest& request,
                      const ResolveResult& result) {
  return document(tick, trace::explain(recorder, request, result),
                  nlohmann::ordered_json::parse(trace::tree_json(trace::build_tree(recorder))));
}

std::string explained_still(std::uint32_t tick, const trace::Recorder& recorder) {
  return document(tick, trace::explain_still(recorder),
                  nlohmann::ordered_json::parse(trace::tree_json(trace::build_tree(recorder))));
}

}  // namespace surefoot::capi
