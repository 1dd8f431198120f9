// Errors of everything that reads bytes or text: a code for programs, a sentence and a place for people.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include <tl/expected.hpp>

namespace surefoot {

enum class ErrorCode : std::uint8_t {
  file_not_found,   ///< the path names nothing we can open
  file_unreadable,  ///< it exists but reading failed
  bad_syntax,       ///< not JSON, truncated, not our container
  unknown_format,   ///< a format or version we don't read
  unknown_field,    ///< a field the format does not have
  missing_field,    ///< a required field is absent
  wrong_type,       ///< the field holds another kind of value
  bad_value,        ///< right kind, impossible value (NaN, out of range, duplicate id)
  dangling,         ///< names something that isn't there
  too_deep,         ///< nesting or recursion beyond the stated limit
  damaged,          ///< a prepared file that is not as it was written; the message names the part
  bad_request,      ///< a resolve request the engine refuses (NaN, radius too small, move too long)
  internal,         ///< a fault of ours
};

[[nodiscard]] const char* to_string(ErrorCode code);

/// `where` is a JSON pointer, a record number ("record 12", "line 3") or a file offset, preceded by the
/// file name and ": " when a file was involved.
struct Error {
  ErrorCode code = ErrorCode::internal;
  std::string message;
  std::string where;

  /// "where: message", for people.
  [[nodiscard]] std::string text() const { return where.empty() ? message : where + ": " + message; }
};

template <class T>
using Expected = tl::expected<T, Error>;

[[nodiscard]] inline tl::unexpected<Error> fail(ErrorCode code, std::string message, std::string where = {}) {
  return tl::unexpected<Error>(Error{code, std::move(message), std::move(where)});
}

}  // namespace surefoot
