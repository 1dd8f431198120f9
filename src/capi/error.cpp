#include "capi/error.hpp"

#include <utility>

namespace surefoot::capi {

namespace {

struct LastError {
  sf_status status = SF_OK;
  std::string message;
  std::string where;
};

LastError& last_error() {
  thread_local LastError last;
  return last;
}

}  // namespace

sf_status refuse(sf_status status, const char* message, const char* where) noexcept {
  LastError& last = last_error();
  last.status = status;
  try {
    last.message = message;
    last.where = where;
  } catch (...) {  // no memory for the text: the status still stands
    last.message.clear();
    last.where.clear();
  }
  return status;
}

sf_status status_of(ErrorCode code) {
  return static_cast<sf_status>(code) + 1;
}

sf_status refuse(const Error& error) noexcept {
  return refuse(status_of(error.code), error.message.c_str(), error.where.c_str());
}

static_assert(SF_ERROR_FILE_NOT_FOUND == static_cast<int>(ErrorCode::file_not_found) + 1);
static_assert(SF_ERROR_DANGLING == static_cast<int>(ErrorCode::dangling) + 1);
static_assert(SF_ERROR_INTERNAL == static_cast<int>(ErrorCode::internal) + 1);

}  // namespace surefoot::capi

extern "C" {

sf_status sf_last_error(const char** message, const char** where) {
  const auto& last = surefoot::capi::last_error();
  if (message != nullptr) *message = last.message.c_str();
  if (where != nullptr) *where = last.where.c_str();
  return last.status;
}

const char* sf_status_name(sf_status status) {
  switch (status) {
#define SF_NAME(name) \
  case name:          \
    return #name
    SF_NAME(SF_OK);
    SF_NAME(SF_ERROR_FILE_NOT_FOUND);
    SF_NAME(SF_ERROR_FILE_UNREADABLE);
    SF_NAME(SF_ERROR_BAD_SYNTAX);
    SF_NAME(SF_ERROR_UNKNOWN_FORMAT);
    SF_NAME(SF_ERROR_UNKNOWN_FIELD);
    SF_NAME(SF_ERROR_MISSING_FIELD);
    SF_NAME(SF_ERROR_WRONG_TYPE);
    SF_NAME(SF_ERROR_BAD_VALUE);
    SF_NAME(SF_ERROR_DANGLING);
    SF_NAME(SF_ERROR_TOO_DEEP);
    SF_NAME(SF_ERROR_DAMAGED);
    SF_NAME(SF_ERROR_BAD_REQUEST);
    SF_NAME(SF_ERROR_INTERNAL);
    SF_NAME(SF_ERROR_NULL_ARGUMENT);
    SF_NAME(SF_ERROR_BAD_SIZE);
    SF_NAME(SF_ERROR_BAD_HANDLE);
    SF_NAME(SF_ERROR_BUSY);
    SF_NAME(SF_ERROR_OUT_OF_MEMORY);
    SF_NAME(SF_ERROR_ABI);
    SF_NAME(SF_ERROR_ENVIRONMENT);
    SF_NAME(SF_ERROR_DONE);
#undef SF_NAME
    default:
      return "?";
  }
}
}
