// The one hierarchy of errors. An error is a code with named arguments and an English text, so that the command line
// prints it as it is and the window translates it by its template.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lockstep::engine {

/// What happened, where, and what to do, in a form that can be translated: `text` is a template with `{name}` fields.
struct Message {
  using Argument = std::pair<std::string, std::string>;

  std::string code;  ///< stable, e.g. "config.unknown_key"
  std::string text;  ///< English template, e.g. "unknown key \"{key}\"; did you mean \"{nearest}\"?"
  std::vector<Argument> arguments;

  /// The template with every `{name}` replaced by its argument; an unknown name stays as it is.
  [[nodiscard]] std::string english() const;
};

/// Base of everything that Lockstep throws on purpose. what() is the English text.
class Error : public std::runtime_error {
 public:
  explicit Error(Message message);
  [[nodiscard]] const Message& message() const noexcept { return message_; }

 private:
  Message message_;
};

/// Shapes, dtypes or arguments of an operation that don't fit; the text begins with the operation: `[conv2d] expected …`.
class ShapeError : public Error { using Error::Error; };
/// An argument out of its range.
class ValueError : public Error { using Error::Error; };
/// Misuse of the tape: backward twice, a saved tensor changed in place, a loss that is connected to nothing.
class AutogradError : public Error { using Error::Error; };
/// A data set that can't be read or used. May speak of many files or rows; all are listed in the text.
class DataError : public Error { using Error::Error; };
/// A file that can't be read or written (full disk, permission, damaged content). The text names the path.
class FileError : public Error { using Error::Error; };
/// The memory budget is used up. The text gives asked, allocated, reserved and free bytes and what to change.
class OutOfMemory : public Error { using Error::Error; };
/// A device that was asked for and can't be used, with the reason.
class DeviceError : public Error { using Error::Error; };
/// Raised where a stop was requested; not a failure.
class Stopped : public Error {
 public:
  Stopped();
};

/// For the many errors whose text has no arguments to translate separately: code and finished English text.
[[nodiscard]] inline Message plain_message(std::string code, std::string text) {
  return Message{std::move(code), std::move(text), {}};
}

}  // namespace lockstep::engine
