// The text itself: line numbers, TOML's colours, and a wave under each mistake.
#pragma once

#include <QPlainTextEdit>
#include <vector>

#include "ui/pages/new_run/Mistake.h"

class QAction;

namespace lockstep::ui {

class ConfigDocument;

class TomlEditor : public QPlainTextEdit {
  Q_OBJECT

 public:
  explicit TomlEditor(ConfigDocument& document, QWidget* parent = nullptr);
  void setMistakes(const std::vector<Mistake>& mistakes);
  /// Selects the mistake's place and brings it into view.
  void goTo(const Mistake& mistake);
  /// Stand in its menu instead of the editor's own: the history is the document's.
  void setHistoryActions(QAction* undo, QAction* redo);

 protected:
  bool event(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void changeEvent(QEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;

 private:
  class Numbers;
  class Highlighter;
  void placeNumbers();
  void drawWaves();
  [[nodiscard]] int numbersWidth() const;
  [[nodiscard]] const Mistake* mistakeAt(int position) const;

  std::vector<Mistake> m_mistakes;
  QAction* m_undo = nullptr;
  QAction* m_redo = nullptr;
  QWidget* m_numbers;
  Highlighter* m_highlighter;
};

}  // namespace lockstep::ui
