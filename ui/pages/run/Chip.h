// A fact in a few letters: whole on hover, with what it covers, and whole in the copy that a click makes.
#pragma once

#include <QToolButton>

namespace lockstep::ui {

class Chip : public QToolButton {
  Q_OBJECT

 public:
  /// `covers`: what it is made of, in a sentence.
  Chip(const QString& objectName, const QString& name, const QString& covers, QWidget* parent = nullptr);
  /// `shown` of `whole`; hidden while there is none. `note`: a further line of the tooltip.
  void setValue(const QString& shown, const QString& whole, const QString& note = {});
  [[nodiscard]] const QString& whole() const { return m_whole; }

 signals:
  /// It was copied.
  void copied(const QString& name);

 private:
  QString m_name;
  QString m_covers;
  QString m_whole;
};

}  // namespace lockstep::ui
