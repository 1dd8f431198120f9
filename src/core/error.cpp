#include "core/error.hpp"

namespace surefoot {

const char* to_string(ErrorCode code) {
  switch (code) {
    case ErrorCode::file_not_found:
      return "file_not_found";
    case ErrorCode::file_unreadable:
      return "file_unreadable";
    case ErrorCode::bad_syntax:
      return "bad_syntax";
    case ErrorCode::unknown_format:
      return "unknown_format";
    case ErrorCode::unknown_field:
      return "unknown_field";
    case ErrorCode::missing_field:
      return "missing_field";
    case ErrorCode::wrong_type:
      return "wrong_type";
    case ErrorCode::bad_value:
      return "bad_value";
    case ErrorCode::dangling:
      return "dangling";
    case ErrorCode::too_deep:
      return "too_deep";
    case ErrorCode::damaged:
      return "damaged";
    case ErrorCode::bad_request:
      return "bad_request";
    case ErrorCode::internal:
      return "internal";
  }
  return "unknown";
}

}  // namespace surefoot
