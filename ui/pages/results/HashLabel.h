// A hash as a person meets it: seven characters with a name, whole on hover and in the copy that a button makes.
#pragma once

#include <QWidget>

class QLabel;
class QToolButton;

namespace lockstep::ui {

class HashLabel : public QWidget {
  Q_OBJECT

 public:
  /// `covers`: what it is computed over, in a sentence.
  HashLabel(const QString& name, const QString& covers, QWidget* parent = nullptr);
  /// Empty: there is none yet.
  void setHash(const QString& hash);
  [[nodiscard]] const QString& hash() const { return m_hash; }
  /// Puts the whole hash on the clipboard.
  void copy() const;

 private:
  QString m_name;
  QString m_covers;
  QString m_hash;
  QLabel* m_text;
  QToolButton* m_copy;
};

}  // namespace lockstep::ui
