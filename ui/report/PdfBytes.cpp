#include "ui/report/PdfBytes.h"

#include <QList>
#include <QString>
#include <algorithm>
#include <array>
#include <utility>

#include "tracking/provenance/utc_time.h"

namespace lockstep::ui {

namespace {

/// Of the block "CJK Radicals Supplement" those that look like a character (Unicode's EquivalentUnifiedIdeograph); the Kangxi
/// radicals after it decompose to theirs.
constexpr auto radicals = std::to_array<std::pair<char16_t, char16_t>>({
    {0x2e81, 0x5382}, {0x2e84, 0x4e59}, {0x2e85, 0x4ebb}, {0x2e88, 0x5200}, {0x2e8b, 0x5369}, {0x2e8e, 0x5140},
    {0x2e8f, 0x5c23}, {0x2e90, 0x5c22}, {0x2e92, 0x5df3}, {0x2e93, 0x5e7a}, {0x2e97, 0x5fc3}, {0x2e98, 0x624c},
    {0x2e9c, 0x66f0}, {0x2e9d, 0x6708}, {0x2ea0, 0x6c11}, {0x2ea1, 0x6c35}, {0x2ea3, 0x706c}, {0x2ea6, 0x4e2c},
    {0x2ea8, 0x72ad}, {0x2eaa, 0x758b}, {0x2eab, 0x76ee}, {0x2ead, 0x793b}, {0x2eaf, 0x7cf8}, {0x2eb0, 0x7e9f},
    {0x2eb2, 0x7f52}, {0x2eb6, 0x7f8a}, {0x2ebc, 0x6708}, {0x2ebe, 0x8279}, {0x2ec1, 0x864e}, {0x2ec2, 0x8864},
    {0x2ec4, 0x897f}, {0x2ec5, 0x89c1}, {0x2ec6, 0x89d2}, {0x2ec8, 0x8ba0}, {0x2ec9, 0x8d1d}, {0x2eca, 0x8db3},
    {0x2ecb, 0x8f66}, {0x2ecc, 0x8fb6}, {0x2ed0, 0x9485}, {0x2ed3, 0x957f}, {0x2ed4, 0x95e8}, {0x2ed6, 0x961d},
    {0x2ed8, 0x9752}, {0x2ed9, 0x97e6}, {0x2eda, 0x9875}, {0x2edb, 0x98ce}, {0x2edc, 0x98de}, {0x2edd, 0x98df},
    {0x2ee0, 0x9963}, {0x2ee2, 0x9a6c}, {0x2ee3, 0x9aa8}, {0x2ee4, 0x9b3c}, {0x2ee5, 0x9c7c}, {0x2ee6, 0x9e1f},
    {0x2ee7, 0x5364}, {0x2ee8, 0x9ea6}, {0x2ee9, 0x9ec4}, {0x2eea, 0x9efe}, {0x2eec, 0x9f50}, {0x2eee, 0x9f7f},
    {0x2eef, 0x7adc}, {0x2ef0, 0x9f99}, {0x2ef2, 0x4e80},
});

char16_t characterOf(char16_t code) {
  const auto* found = std::lower_bound(radicals.begin(), radicals.end(), code,
                                       [](const auto& entry, char16_t one) { return entry.first < one; });
  if (found != radicals.end() && found->first == code) return found->second;
  if (code < 0x2e80 || code > 0x2fd5) return code;
  const QString plain = QString(QChar(code)).normalized(QString::NormalizationForm_KC);
  return plain.size() == 1 ? plain[0].unicode() : code;
}

}  // namespace

void replaceDate(QByteArray& pdf, std::int64_t milliseconds) {
  static constexpr char key[] = "/CreationDate (";
  const qsizetype at = pdf.indexOf(key);
  if (at < 0) return;
  const qsizetype begin = at + static_cast<qsizetype>(sizeof key) - 1, end = pdf.indexOf(')', begin);
  const std::string iso = tracking::utc_text(milliseconds);  // 2026-11-30T23:03:39.125Z
  const QByteArray date = "D:" +
                          QByteArray::fromStdString(iso.substr(0, 4) + iso.substr(5, 2) + iso.substr(8, 2) +
                                                    iso.substr(11, 2) + iso.substr(14, 2) + iso.substr(17, 2)) +
                          "Z";
  const qsizetype moved = date.size() - (end - begin);
  const auto shifted = [&](qsizetype offset) { return offset > at ? offset + moved : offset; };
  const qsizetype start = pdf.lastIndexOf("startxref\n");
  const qsizetype xref = pdf.mid(start + 10, 20).split('\n').first().toLongLong();
  // "xref\n0 N\n", then lines of twenty bytes: ten digits of an offset first.
  const qsizetype first = pdf.indexOf('\n', xref + 5) + 1;
  for (qsizetype line = first; line + 20 <= start && pdf.at(line + 10) == ' '; line += 20) {
    const qsizetype offset = pdf.mid(line, 10).toLongLong();
    pdf.replace(line, 10, QByteArray::number(shifted(offset)).rightJustified(10, '0'));
  }
  pdf.replace(start + 10, QByteArray::number(xref).size(), QByteArray::number(shifted(xref)));
  pdf.replace(begin, end - begin, date);
}

void nameCharacters(QByteArray& pdf) {
  // The maps from glyphs to Unicode are not compressed, and both codes are four digits; glyphs' own numbers are far lower.
  for (qsizetype begin = 0; (begin = pdf.indexOf("begincmap", begin)) >= 0;) {
    const qsizetype end = pdf.indexOf("endcmap", begin);
    for (qsizetype at = begin; (at = pdf.indexOf("<2", at)) >= 0 && at < end; ++at) {
      bool isNumber = false;
      const char16_t code = pdf.mid(at + 1, 4).toUShort(&isNumber, 16);
      const char16_t character = isNumber ? characterOf(code) : code;
      if (character != code && pdf.at(at + 5) == '>')
        pdf.replace(at + 1, 4, QByteArray::number(static_cast<uint>(character), 16).toUpper());
    }
    if (end < 0) return;
    begin = end;
  }
}

}  // namespace lockstep::ui
