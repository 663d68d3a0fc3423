// What a field is edited with, by its kind: a check box, a list of choices, a line, a line with a button for a path.
#pragma once

#include <QWidget>
#include <functional>

#include "engine/config/view.h"

namespace lockstep::ui {

class FieldEditor : public QWidget {
  Q_OBJECT

 public:
  using QWidget::QWidget;
  /// Shows the field; `otherwise`: the value that holds where none is written. Leaves alone what is being typed and means the
  /// same.
  virtual void present(const engine::config::FieldView& field, const engine::schema::Value& otherwise) = 0;
  /// The widget that has the keyboard.
  [[nodiscard]] virtual QWidget* input() const = 0;

 signals:
  /// Not set: back to the default.
  void edited(const lockstep::engine::schema::Value& value);
};

/// `folder` tells where relative paths start. The input's objectName is the field's key.
[[nodiscard]] FieldEditor* makeFieldEditor(const engine::config::FieldView& field, std::function<QString()> folder, QWidget* parent);
/// Whether an editor that was made for the one does for the other.
[[nodiscard]] bool sameEditor(const engine::config::FieldView& a, const engine::config::FieldView& b);

}  // namespace lockstep::ui
