// One mistake of a config as the page shows it: which field it belongs to, what it says, and where in the text it is.
#pragma once

#include <QString>
#include <string>
#include <string_view>
#include <vector>

#include "engine/config/config.h"

namespace lockstep::ui {

struct Mistake {
  std::string key;  ///< "model.layers.2.kernel_size"; may be empty
  QString text;     ///< in the window's language
  int line = 0;     ///< from 1; 0: the whole text
  int column = 0;   ///< in code points, from 1
  int begin = -1;   ///< in the editor's text, UTF-16; -1: nowhere
  int end = -1;

  friend bool operator==(const Mistake&, const Mistake&) = default;
};

/// `root`: the text's tree, or null where it is none.
[[nodiscard]] std::vector<Mistake> mistakesOf(const std::vector<engine::config::ConfigError>& errors, std::string_view text, const engine::config::Node* root);
/// "line 12: …"
[[nodiscard]] QString withPlace(const Mistake& mistake);

}  // namespace lockstep::ui
