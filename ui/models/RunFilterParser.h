// Reads a filter's text into conditions; one object a text. See RunFilter.h for what can be written.
#pragma once

#include "ui/models/RunFilter.h"

namespace lockstep::ui {

class RunFilterParser {
 public:
  explicit RunFilterParser(QString text) : m_text(std::move(text)) {}
  [[nodiscard]] RunFilter::Parsed parse();

 private:
  struct Word {
    QString text;
    qsizetype position = 0;
    bool quoted = false;
  };

  bool readTerm();
  bool readField(const Word& name, bool negated);
  bool readComparison(const Word& name, const QString& sign, bool negated);
  /// Up to a blank, and in a name up to a sign; or what stands in quotation marks. False: no closing mark.
  bool readWord(Word& word, bool isName);
  [[nodiscard]] QString peekSign() const;
  void skipBlanks();
  bool fail(const QString& message, qsizetype from);
  void add(RunFilter::Condition condition, bool negated);

  std::optional<RunFilter::Condition> field(const Word& name, const Word& value);
  std::optional<RunFilter::Condition> statusField(const Word& value);
  std::optional<RunFilter::Condition> isField(const Word& value);
  [[nodiscard]] bool failUnknownField(const Word& name);
  [[nodiscard]] std::optional<double> number(const QString& name, const Word& value);

  QString m_text;
  qsizetype m_at = 0;
  RunFilter::Parsed m_out;
};

}  // namespace lockstep::ui
