#include "session/batch.hpp"

#include <fmt/format.h>

namespace surefoot {

BatchResolver::BatchResolver(unsigned threads) : pool_(threads) {
  workspaces_.resize(pool_.size());
}

Expected<ResolveResult> BatchResolver::resolve_one(const World& world, const ResolveRequest& request,
                                                   Workspace& workspace, const Profile* profile) {
  if (request.further_try)
    return fail(ErrorCode::bad_request, "a further try belongs to the placement before it; a batch has none",
                "further_try");
  return surefoot::resolve(world, request, workspace, profile);
}

Expected<void> BatchResolver::resolve(const World& world, std::span<const ResolveRequest> requests,
                                      std::span<Expected<ResolveResult>> results, const Profile* profile) {
  if (results.size() != requests.size())
    return fail(ErrorCode::bad_request,
                fmt::format("{} requests, and room for {} results", requests.size(), results.size()),
                "results");
  resolve_each(
      world, requests,
      [&](std::size_t i, Expected<ResolveResult> result) {
        if (result) {
          result->collide_objects = {};
          result->cells = {};
        }
        results[i] = std::move(result);
      },
      profile);
  return {};
}

Expected<void> resolve_batch(const World& world, std::span<const ResolveRequest> requests,
                             std::span<Expected<ResolveResult>> results, unsigned threads,
                             const Profile* profile) {
  BatchResolver resolver(threads);
  return resolver.resolve(world, requests, results, profile);
}

}  // namespace surefoot
