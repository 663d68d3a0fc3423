// One field of the form: its name, its editor, its unit, a way back to the default, and below them its mistakes in words.
#pragma once

#include <QLabel>
#include <QWidget>
#include <memory>
#include <vector>

#include "ui/pages/new_run/FormContext.h"

class QToolButton;

namespace lockstep::ui {

class FieldEditor;

/// Mistakes in words; a click goes to their place in the text.
class MistakeLabel : public QLabel {
  Q_OBJECT

 public:
  explicit MistakeLabel(FormContext& context, QWidget* parent = nullptr);
  /// Of these keys; hidden without any.
  void present(const std::vector<std::string>& keys);

 protected:
  void mousePressEvent(QMouseEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void applyColours();

  FormContext& m_context;
  std::vector<Mistake> m_mistakes;
  bool m_colouring = false;
};

class FieldRow : public QWidget {
  Q_OBJECT

 public:
  FieldRow(FormContext& context, const engine::config::FieldView& field, QWidget* parent = nullptr);
  void present(const engine::config::FieldView& field);
  [[nodiscard]] const engine::config::FieldView& field() const { return m_field; }
  [[nodiscard]] QWidget* input() const;

 signals:
  void edited(const lockstep::engine::schema::Value& value);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void build();
  void applyColours();
  /// What holds where nothing is written: what the data decided, else the schema's default.
  [[nodiscard]] engine::schema::Value otherwise() const;

  FormContext& m_context;
  engine::config::FieldView m_field;
  QLabel* m_title;
  FieldEditor* m_editor;
  QLabel* m_unit;
  QToolButton* m_reset;
  MistakeLabel* m_mistakes;
  QLabel* m_note;
  bool m_colouring = false;
};

}  // namespace lockstep::ui
