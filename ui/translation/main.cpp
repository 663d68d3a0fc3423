// lockstep_translation_source OUTPUT FOLDER...: writes as a C++ file, for lupdate to read, what the window shows and the engine
// says: names and help of the config's schema, and the templates of the messages in the sources below the folders.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <regex>
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

/// Message{"code.word", "a template" "that goes on", …}: the literals after the code, as they are written.
void add_messages(Texts& texts, const std::string& source) {
  static const std::regex message(R"re("[a-z_]+\.[a-z_]+",\s*((?:"(?:[^"\\]|\\.)*"\s*)+))re");
  static const std::regex literal(R"re("((?:[^"\\]|\\.)*)")re");
  for (std::sregex_iterator it(source.begin(), source.end(), message), end; it != end; ++it) {
    const std::string literals = (*it)[1];
    std::string text;
    for (std::sregex_iterator part(literals.begin(), literals.end(), literal); part != end; ++part) text += (*part)[1];
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
