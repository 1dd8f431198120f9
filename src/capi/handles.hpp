// Handles: numbers that name an object of ours, and who is using it right now.
//
// A handle is kind (8 bits), generation (32) and slot (24). A slot is used again under another generation, so that the
// handle of something destroyed stays unknown for good, and no handle is ever looked at as a pointer.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>

#include "capi/error.hpp"

namespace surefoot::capi {

enum class HandleKind : std::uint8_t { world = 1, builder, scenario, runner, session, buffer };

/// Says what the C handle H names: `using Object = …`, and its kind.
template <class H>
struct HandleTraits;

struct HandleSlot;

/// Null, with the error noted, when the handle is unknown or may not be used now. What succeeds is ended by `release`.
[[nodiscard]] HandleSlot* acquire(std::uint64_t id, HandleKind kind, bool alone, sf_status& status);
void release(HandleSlot& slot, bool alone);
[[nodiscard]] void* object_in(HandleSlot& slot);
/// Takes the object out of an acquired slot (alone); the handle is unknown from then on. Ends the use.
[[nodiscard]] void* take_out(HandleSlot& slot);
[[nodiscard]] std::uint64_t put_in(HandleKind kind, void* object);

/// Use of a handle's object for as long as this lives.
template <class H, bool kAlone>
class Use {
 public:
  using Object = typename HandleTraits<H>::Object;

  Use(H handle, sf_status& status)
      : slot_(acquire(handle.id, HandleTraits<H>::kKind, kAlone, status)),
        object_(slot_ == nullptr ? nullptr : static_cast<Object*>(object_in(*slot_))) {}
  Use(const Use&) = delete;
  Use& operator=(const Use&) = delete;
  ~Use() {
    if (slot_ != nullptr) release(*slot_, kAlone);
  }

  explicit operator bool() const { return slot_ != nullptr; }
  auto* operator->() const { return get(); }
  auto& operator*() const { return *get(); }

 private:
  // What is shared is not changed.
  using Seen = std::conditional_t<kAlone, Object, const Object>;
  [[nodiscard]] Seen* get() const { return object_; }

  HandleSlot* slot_;
  Object* object_;
};

template <class H>
using Shared = Use<H, false>;
template <class H>
using Alone = Use<H, true>;

template <class H>
[[nodiscard]] H make_handle(std::unique_ptr<typename HandleTraits<H>::Object> object) {
  H handle{put_in(HandleTraits<H>::kKind, object.get())};
  static_cast<void>(object.release());
  return handle;
}

template <class H>
sf_status destroy_handle(H handle) {
  return guarded([&] {
    sf_status status = SF_OK;
    HandleSlot* slot = acquire(handle.id, HandleTraits<H>::kKind, true, status);
    if (slot == nullptr) return status;
    delete static_cast<typename HandleTraits<H>::Object*>(take_out(*slot));
    return status;
  });
}

}  // namespace surefoot::capi
