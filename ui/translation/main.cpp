// lockstep_translation_source OUTPUT FOLDER...: writes as a C++ file, for lupdate to read, what the window shows and the engine
// says: names and help of the config's schema, and the templates of the messages in the sources below the folders.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <set>
#include <string>

#include "engine/config/catalog/catalog.h"
#include "engine/config/schema_table.h"
#include "ui/widgets/Text.h"

namespace {

namespace config = lockstep::engine::config;
using Texts = std::set<std::string>;

void add_field(Texts& texts, const lockstep::engine::schema::Field& field) {
  texts.insert(lockstep::ui::fieldWords(field.name));
  texts.insert(std::string(field.help));
  texts.insert(std::string(field.unit));
}

Texts schema_texts() {
  Texts texts;
  const config::Catalog& catalog = config::catalog();
  for (const config::Section& section : config::sections()) {
    texts.insert(std::string(section.help));
    for (std::size_t begin = 0; begin < section.path.size();) {
      const std::size_t dot = std::min(section.path.find('.', begin), section.path.size());
      texts.insert(lockstep::ui::fieldWords(section.path.substr(begin, dot - begin)));
      begin = dot + 1;
    }
    for (const auto& field : section.fields) add_field(texts, field);
    for (const auto& spec : config::type_specs(catalog, section.family)) {
      texts.insert(std::string(spec.help));
      for (const auto& field : spec.fields) add_field(texts, field);
    }
  }
  texts.insert(lockstep::ui::fieldWords("type"));
  for (const auto& dataset : catalog.datasets) texts.insert(std::string(dataset.help));
  texts.erase("");
  return texts;
}

/// Walks over C++ source from literal to literal.
class Literals {
 public:
  explicit Literals(const std::string& source) : source_(source) {}

  /// The next literal as it is written, without its quotes; false at the end.
  bool next(std::string& literal) {
    for (;; ++at_) {
      at_ = source_.find('"', at_);
      if (at_ == std::string::npos) return false;
      if (!is_character() && !skip_raw()) return read(literal);
    }
  }
  /// The literal that stands here, after white space alone; false where something else does.
  bool adjacent(std::string& literal) {
    const std::size_t at = source_.find_first_not_of(" \t\r\n", at_);
    if (at == std::string::npos || source_[at] != '"') return false;
    at_ = at;
    return read(literal);
  }
  bool skip(char c) {
    if (at_ >= source_.size() || source_[at_] != c) return false;
    ++at_;
    return true;
  }

 private:
  /// '"' or '\\"'
  [[nodiscard]] bool is_character() const {
    return at_ > 0 && (source_[at_ - 1] == '\'' || (at_ > 1 && source_[at_ - 1] == '\\' && source_[at_ - 2] == '\''));
  }
  /// R"delimiter( … )delimiter": leaves off at its last quote.
  bool skip_raw() {
    if (at_ == 0 || source_[at_ - 1] != 'R') return false;
    const std::size_t open = source_.find('(', at_);
    if (open == std::string::npos) return false;
    const std::string end = ")" + source_.substr(at_ + 1, open - at_ - 1) + "\"";
    const std::size_t close = source_.find(end, open);
    if (close == std::string::npos) return false;
    at_ = close + end.size() - 1;
    return true;
  }
  bool read(std::string& literal) {
    literal.clear();
    for (++at_; at_ < source_.size() && source_[at_] != '"'; ++at_) {
      literal += source_[at_];
      if (source_[at_] == '\\' && at_ + 1 < source_.size()) literal += source_[++at_];
    }
    if (at_ >= source_.size()) return false;
    ++at_;
    return true;
  }

  const std::string& source_;
  std::size_t at_ = 0;
};

/// "store.no_such_run"
bool is_code(const std::string& text) {
  const std::size_t dot = text.find('.');
  return dot != std::string::npos && dot > 0 && dot + 1 < text.size() && text.find_first_not_of("abcdefghijklmnopqrstuvwxyz_.") == std::string::npos;
}

/// Message{"code.word", "a template" "that goes on", …}: the literals after the code, as they are written.
void add_messages(Texts& texts, const std::string& source) {
  Literals literals(source);
  std::string literal;
  while (literals.next(literal)) {
    if (!is_code(literal) || !literals.skip(',')) continue;
    std::string text;
    while (literals.adjacent(literal)) text += literal;
    // Keys and codes are single words, and what ends in a space is a piece that something is added to.
    if (text.find(' ') != std::string::npos && !text.ends_with(' ')) texts.insert(text);
  }
}

std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '\n') {
      out += "\\n";
      continue;
    }
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out;
}

}  // namespace

int main(int argc, char** argv) {
  Texts messages;
  for (int i = 2; i < argc; ++i) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(argv[i])) {
      const auto extension = entry.path().extension();
      if (extension != ".cpp" && extension != ".h") continue;
      std::ifstream file(entry.path());
      add_messages(messages, std::string(std::istreambuf_iterator<char>(file), {}));
    }
  }
  std::ofstream out(argc > 1 ? argv[1] : "");
  out << "// Made by lockstep_translation_source; read by lupdate, never compiled.\n#include <QtGlobal>\nstatic const char* const texts[] = {\n";
  for (const std::string& text : schema_texts()) out << "  QT_TRANSLATE_NOOP(\"lockstep::schema\", \"" << escaped(text) << "\"),\n";
  for (const std::string& text : messages) out << "  QT_TRANSLATE_NOOP(\"lockstep::messages\", \"" << text << "\"),\n";  // escaped as in their source
  out << "};\n";
  if (out.flush()) return 0;
  std::cerr << "usage: lockstep_translation_source OUTPUT FOLDER...\n";
  return 1;
}
