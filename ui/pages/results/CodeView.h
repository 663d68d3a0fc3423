// Text that is code: in a monospaced font, with line numbers, to be read and copied. Colours TOML or a patch.
#pragma once

#include <QPlainTextEdit>

namespace lockstep::ui {

class CodeView : public QPlainTextEdit {
  Q_OBJECT

 public:
  enum class Language { plain, toml, patch };
  explicit CodeView(Language language, QWidget* parent = nullptr);
  void setCode(const QString& text);

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  class Numbers;
  class Highlighter;
  void placeNumbers();
  [[nodiscard]] int numbersWidth() const;

  QWidget* m_numbers;
  Highlighter* m_highlighter;
};

}  // namespace lockstep::ui
