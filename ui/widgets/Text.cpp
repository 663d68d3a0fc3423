#include "ui/widgets/Text.h"

#include <QCoreApplication>
#include <new>

namespace lockstep::ui {

QString text(const engine::Message& message) {
  engine::Message translated = message;
  translated.text = QCoreApplication::translate("lockstep::messages", message.text.c_str()).toStdString();
  return QString::fromStdString(translated.english());
}

QString text(const std::exception_ptr& error) {
  try {
    std::rethrow_exception(error);
  } catch (const engine::Error& known) {
    return text(known.message());
  } catch (const std::bad_alloc&) {
    return QCoreApplication::translate("lockstep::ui::Text", "The system has no memory left.");
  } catch (const std::exception& other) {
    return QString::fromUtf8(other.what());
  }
}

QString schemaText(std::string_view english) {
  return QCoreApplication::translate("lockstep::schema", std::string(english).c_str());
}

std::string fieldWords(std::string_view name) {
  if (name == "tf32") return "TF32";  // as everyone writes it
  constexpr std::string_view unit = "_mib";  // it stands beside the field
  std::string words(name.ends_with(unit) ? name.substr(0, name.size() - unit.size()) : name);
  for (char& letter : words)
    if (letter == '_') letter = ' ';
  if (!words.empty() && words[0] >= 'a' && words[0] <= 'z') words[0] = static_cast<char>(words[0] - 'a' + 'A');
  return words;
}

QString fieldTitle(std::string_view name) { return schemaText(fieldWords(name)); }

}  // namespace lockstep::ui
