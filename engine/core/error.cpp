#include "engine/core/error.h"

namespace lockstep::engine {

std::string Message::english() const {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size();) {
    if (text[i] == '{') {
      const std::size_t close = text.find('}', i);
      if (close != std::string::npos) {
        const std::string_view name(text.data() + i + 1, close - i - 1);
        const Argument* found = nullptr;
        for (const Argument& argument : arguments) {
          if (argument.first == name) found = &argument;
        }
        if (found != nullptr) {
          out += found->second;
          i = close + 1;
          continue;
        }
      }
    }
    out += text[i++];
  }
  return out;
}

Error::Error(Message message) : std::runtime_error(message.english()), message_(std::move(message)) {}

Stopped::Stopped() : Error(plain_message("stopped", "stopped on request")) {}

}  // namespace lockstep::engine
