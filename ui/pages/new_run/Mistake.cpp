#include "ui/pages/new_run/Mistake.h"

#include <QCoreApplication>
#include <algorithm>

#include "engine/config/tree.h"
#include "ui/widgets/Text.h"

namespace lockstep::ui {

namespace {

namespace config = engine::config;

struct Words {
  Q_DECLARE_TR_FUNCTIONS(Mistake)
};

/// The byte of a line and column, which counts code points.
std::size_t byteAt(std::string_view text, int line, int column) {
  std::size_t at = text.starts_with("\xEF\xBB\xBF") ? 3 : 0;
  for (int i = 1; i < line; ++i) {
    const std::size_t next = text.find('\n', at);
    if (next == std::string_view::npos) return text.size();
    at = next + 1;
  }
  for (int i = 1; i < column && at < text.size() && text[at] != '\n'; ++i) {
    ++at;
    while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U) ++at;
  }
  return at;
}

/// Where the key, value or header that begins at `begin` ends; 0 where nothing does.
std::size_t endInTree(const config::Node& node, std::size_t begin) {
  std::size_t end = node.region.line > 0 && node.region.begin == begin ? node.region.end : 0;
  for (const config::Entry& entry : node.entries) {
    if (entry.key_region.line > 0 && entry.key_region.begin == begin) end = std::max(end, entry.key_region.end);
    end = std::max(end, endInTree(entry.node, begin));
  }
  for (const config::Node& item : node.items) end = std::max(end, endInTree(item, begin));
  return end;
}

int utf16(std::string_view text, std::size_t byte) {
  return static_cast<int>(QString::fromUtf8(text.data(), static_cast<qsizetype>(std::min(byte, text.size()))).size());
}

void place(Mistake& mistake, std::string_view text, const config::Node* root) {
  if (mistake.line < 1) return;
  std::size_t begin = byteAt(text, mistake.line, mistake.column);
  const std::size_t newline = std::min(text.find('\n', begin), text.size());
  std::size_t end = root == nullptr ? 0 : endInTree(*root, begin);
  if (end <= begin) end = newline;
  // A wave needs something to stand under: at a line's end the character before.
  if (end == begin && begin > 0 && text[begin - 1] != '\n') {
    --begin;
    while (begin > 0 && (static_cast<unsigned char>(text[begin]) & 0xC0U) == 0x80U) --begin;
  }
  mistake.begin = utf16(text, begin);
  mistake.end = utf16(text, end);
}

}  // namespace

std::vector<Mistake> mistakesOf(const std::vector<config::ConfigError>& errors, std::string_view text, const config::Node* root) {
  std::vector<Mistake> out;
  for (const config::ConfigError& error : errors) {
    Mistake mistake{.key = error.key, .text = ui::text(error.message), .line = error.line, .column = error.column};
    place(mistake, text, root);
    out.push_back(std::move(mistake));
  }
  return out;
}

QString withPlace(const Mistake& mistake) {
  const QString key = QString::fromStdString(mistake.key);
  if (mistake.line < 1) return key.isEmpty() ? mistake.text : QStringLiteral("%1: %2").arg(key, mistake.text);
  if (key.isEmpty()) return Words::tr("line %1: %2").arg(mistake.line).arg(mistake.text);
  return Words::tr("line %1: %2: %3").arg(mistake.line).arg(key, mistake.text);
}

}  // namespace lockstep::ui
