#include "ui/pages/new_run/FieldEditor.h"

#include <QBoxLayout>
#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QFileDialog>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMenu>
#include <QToolButton>
#include <QWheelEvent>
#include <algorithm>

#include "ui/pages/new_run/FieldText.h"
#include "ui/widgets/Icons.h"
#include "ui/widgets/Text.h"
#include "ui/widgets/Theme.h"

namespace lockstep::ui {

namespace {

using engine::config::FieldView;
using engine::schema::Kind;
using engine::schema::Value;

QHBoxLayout* rowIn(QWidget& widget) {
  auto* layout = new QHBoxLayout(&widget);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(gridStep / 2);
  return layout;
}

/// A line whose undo is the document's.
class Line final : public QLineEdit {
 public:
  using QLineEdit::QLineEdit;

 protected:
  bool event(QEvent* event) override {
    if (event->type() == QEvent::ShortcutOverride) {
      const auto* key = static_cast<QKeyEvent*>(event);
      if (key->matches(QKeySequence::Undo) || key->matches(QKeySequence::Redo)) {
        event->ignore();
        return true;
      }
    }
    return QLineEdit::event(event);
  }
};

/// A list that the wheel doesn't change while the form is scrolled over it.
class Choices final : public QComboBox {
 public:
  using QComboBox::QComboBox;

 protected:
  void wheelEvent(QWheelEvent* event) override {
    if (hasFocus()) QComboBox::wheelEvent(event);
    else event->ignore();
  }
};

class LineEditor : public FieldEditor {
 public:
  LineEditor(const FieldView& field, QWidget* parent) : FieldEditor(parent), m_line(new Line(this)) {
    m_field = field;
    rowIn(*this)->addWidget(m_line, 1);
    m_line->setMinimumWidth(8 * gridStep);
    connect(m_line, &QLineEdit::textEdited, this, [this](const QString& typed) { emit edited(typedValue(m_field.field, typed)); });
    // As it is written, once nobody types: "1e-3" and "0.001" are the same.
    connect(m_line, &QLineEdit::editingFinished, this, [this] {
      if (typedValue(m_field.field, m_line->text()) == m_field.value) setShown();
    });
  }
  /// A line that goes while it has the keyboard loses it, and would tell an editor that is no more.
  ~LineEditor() override { m_line->disconnect(this); }
  LineEditor(const LineEditor&) = delete;
  LineEditor& operator=(const LineEditor&) = delete;
  void present(const FieldView& field, const Value& otherwise) override {
    m_field = field;
    m_line->setPlaceholderText(shownValue(otherwise));
    const bool typing = m_line->hasFocus() && typedValue(field.field, m_line->text()) == field.value;
    if (!typing) setShown();
  }
  [[nodiscard]] QWidget* input() const override { return m_line; }

 protected:
  void setShown() {
    const QString shown = m_field.written ? shownText(m_field) : QString();
    if (shown == m_line->text()) return;
    const int at = m_line->cursorPosition();
    m_line->setText(shown);
    m_line->setCursorPosition(std::min(at, static_cast<int>(shown.size())));
  }
  Line* m_line;
  FieldView m_field;
};

class PathEditor final : public LineEditor {
 public:
  PathEditor(const FieldView& field, std::function<QString()> folder, QWidget* parent) : LineEditor(field, parent), m_folder(std::move(folder)) {
    auto* browse = new QToolButton(this);
    browse->setObjectName(QStringLiteral("browse:") + QString::fromStdString(field.key));
    browse->setIcon(icon(QStringLiteral("folder")));
    browse->setToolTip(FieldEditor::tr("Browse for a file or a folder"));
    browse->setAccessibleName(FieldEditor::tr("Browse"));
    browse->setPopupMode(QToolButton::InstantPopup);
    auto* menu = new QMenu(browse);
    menu->addAction(icon(QStringLiteral("file")), FieldEditor::tr("A file…"), this, [this] { choose(QFileDialog::getOpenFileName(this, FieldEditor::tr("Choose a file"), start())); });
    menu->addAction(icon(QStringLiteral("folder")), FieldEditor::tr("A folder…"), this, [this] { choose(QFileDialog::getExistingDirectory(this, FieldEditor::tr("Choose a folder"), start())); });
    browse->setMenu(menu);
    static_cast<QBoxLayout*>(layout())->addWidget(browse);
  }

 private:
  [[nodiscard]] QString start() const { return QDir(m_folder()).absoluteFilePath(m_line->text()); }
  /// Relative where it lies in or beside the config's folder, so that both can be moved together.
  void choose(const QString& chosen) {
    if (chosen.isEmpty()) return;
    const QString relative = QDir(m_folder()).relativeFilePath(chosen);
    emit edited((relative.startsWith(QLatin1String("../../")) ? chosen : relative).toStdString());
  }

  std::function<QString()> m_folder;
};

class CheckEditor final : public FieldEditor {
 public:
  CheckEditor(const FieldView&, QWidget* parent) : FieldEditor(parent), m_box(new QCheckBox(this)) {
    rowIn(*this)->addWidget(m_box, 1);
    connect(m_box, &QCheckBox::clicked, this, [this](bool on) { emit edited(on); });
  }
  void present(const FieldView& field, const Value& otherwise) override {
    const Value& value = field.written ? field.value : otherwise;
    const auto* on = std::get_if<bool>(&value);
    m_box->setChecked(on != nullptr && *on);
    m_box->setText(on == nullptr ? shownText(field) : *on ? FieldEditor::tr("yes") : FieldEditor::tr("no"));
  }
  [[nodiscard]] QWidget* input() const override { return m_box; }

 private:
  QCheckBox* m_box;
};

/// The first entry stands for the default; then the choices; last what is written, if it is none of them.
class ChoiceEditor final : public FieldEditor {
 public:
  ChoiceEditor(const FieldView& field, QWidget* parent) : FieldEditor(parent), m_list(new Choices(this)) {
    rowIn(*this)->addWidget(m_list, 1);
    m_list->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_list->setMinimumContentsLength(8);
    m_list->addItem({});
    for (const auto& choice : field.choices) {
      m_list->addItem(QString::fromStdString(choice.shown.empty() ? choice.name : choice.shown), QString::fromStdString(choice.name));
      m_list->setItemData(m_list->count() - 1, schemaText(choice.help), Qt::ToolTipRole);
    }
    m_known = m_list->count();
    connect(m_list, &QComboBox::activated, this, [this](int index) {
      if (index == 0) emit edited(Value());
      else emit edited(m_list->itemData(index).toString().toStdString());
    });
  }
  void present(const FieldView& field, const Value& otherwise) override {
    QString standard = shownValue(otherwise);
    if (const int same = m_list->findData(standard); same > 0) standard = m_list->itemText(same);
    m_list->setItemText(0, standard.isEmpty() ? (field.field.required ? FieldEditor::tr("choose…") : FieldEditor::tr("not set")) : FieldEditor::tr("%1 (default)").arg(standard));
    m_list->setItemData(0, toneColour(Tone::quiet, QPalette()), Qt::ForegroundRole);
    while (m_list->count() > m_known) m_list->removeItem(m_known);
    int at = 0;
    if (field.written) {
      const QString shown = shownText(field);
      for (int i = 1; i < m_known && at == 0; ++i) {
        if (m_list->itemData(i).toString() == shown) at = i;
      }
      if (at == 0) {
        m_list->addItem(shown, shown);
        at = m_known;
      }
    }
    m_list->setCurrentIndex(at);
    // What is left at its default is quieter here too.
    QPalette colours;
    if (at == 0) colours.setColor(QPalette::ButtonText, toneColour(Tone::quiet, colours));
    m_list->setPalette(colours);
  }
  [[nodiscard]] QWidget* input() const override { return m_list; }

 private:
  Choices* m_list;
  int m_known = 1;
};

enum class Editor { line, path, check, choice };

Editor editorOf(const FieldView& field) {
  if (!field.choices.empty()) return Editor::choice;
  if (field.field.kind == Kind::boolean) return Editor::check;
  return field.field.kind == Kind::path ? Editor::path : Editor::line;
}

FieldEditor* make(const FieldView& field, std::function<QString()> folder, QWidget* parent) {
  switch (editorOf(field)) {
    case Editor::line: return new LineEditor(field, parent);
    case Editor::path: return new PathEditor(field, std::move(folder), parent);
    case Editor::check: return new CheckEditor(field, parent);
    case Editor::choice: return new ChoiceEditor(field, parent);
  }
  return nullptr;
}

}  // namespace

FieldEditor* makeFieldEditor(const FieldView& field, std::function<QString()> folder, QWidget* parent) {
  FieldEditor* editor = make(field, std::move(folder), parent);
  editor->input()->setObjectName(QString::fromStdString(field.key));
  editor->setFocusProxy(editor->input());
  return editor;
}

bool sameEditor(const FieldView& a, const FieldView& b) {
  return a.key == b.key && editorOf(a) == editorOf(b) && a.field.kind == b.field.kind && a.field.help == b.field.help && a.choices == b.choices;
}

}  // namespace lockstep::ui
