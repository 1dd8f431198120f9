// The last error of each thread, and the fence no exception passes.
#pragma once

#include <exception>
#include <new>
#include <string>

#include "core/error.hpp"
#include "surefoot/surefoot.h"

namespace surefoot::capi {

/// Notes the error for `sf_last_error`; answers `status`. Never throws.
sf_status refuse(sf_status status, const char* message, const char* where = "") noexcept;
sf_status refuse(const Error& error) noexcept;

[[nodiscard]] sf_status status_of(ErrorCode code);

/// Runs a call's body; whatever it throws becomes a status.
template <class F>
sf_status guarded(const F& body) noexcept {
  try {
    return body();
  } catch (const std::bad_alloc&) {
    return refuse(SF_ERROR_OUT_OF_MEMORY, "out of memory");
  } catch (const std::exception& e) {
    return refuse(SF_ERROR_INTERNAL, e.what());
  } catch (...) {
    return refuse(SF_ERROR_INTERNAL, "unknown exception");
  }
}

/// A pointer that must be there; `name` is the parameter's.
[[nodiscard]] inline bool absent(const void* p, const char* name, sf_status& status) {
  if (p != nullptr) return false;
  status = refuse(SF_ERROR_NULL_ARGUMENT, "the pointer is NULL", name);
  return true;
}

/// A struct of ours: there, and of a size this library knows.
template <class T>
[[nodiscard]] bool unfit(const T* p, const char* name, sf_status& status) {
  if (absent(p, name, status)) return true;
  if (p->size == sizeof(T)) return false;
  const std::string text = "size is " + std::to_string(p->size) + ", expected " + std::to_string(sizeof(T));
  status = refuse(SF_ERROR_BAD_SIZE, text.c_str(), name);
  return true;
}

/// Of the `…_defaults` calls, before the struct is anything.
[[nodiscard]] inline bool unfit_memory(const void* p, std::uint32_t size, std::size_t expected,
                                       const char* name, sf_status& status) {
  if (absent(p, name, status)) return true;
  if (size == expected) return false;
  const std::string text = "size is " + std::to_string(size) + ", expected " + std::to_string(expected);
  status = refuse(SF_ERROR_BAD_SIZE, text.c_str(), name);
  return true;
}

}  // namespace surefoot::capi
