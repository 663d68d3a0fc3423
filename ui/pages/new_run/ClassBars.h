// How many samples each class has: small bars, the exact number on hover.
#pragma once

#include <QWidget>
#include <utility>
#include <vector>

namespace lockstep::ui {

class ClassBars : public QWidget {
  Q_OBJECT

 public:
  explicit ClassBars(QWidget* parent = nullptr);
  void setCounts(std::vector<std::pair<QString, std::int64_t>> counts);
  [[nodiscard]] QSize sizeHint() const override;
  [[nodiscard]] QSize minimumSizeHint() const override { return {20, sizeHint().height()}; }

 protected:
  void paintEvent(QPaintEvent* event) override;
  bool event(QEvent* event) override;

 private:
  [[nodiscard]] int at(int x) const;

  std::vector<std::pair<QString, std::int64_t>> m_counts;
};

}  // namespace lockstep::ui
