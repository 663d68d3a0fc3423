// Pictures of some samples with their labels, as many as there is room for.
#pragma once

#include <QWidget>
#include <vector>

#include "ui/pages/new_run/RunPlan.h"

namespace lockstep::ui {

class SampleStrip : public QWidget {
  Q_OBJECT

 public:
  explicit SampleStrip(QWidget* parent = nullptr);
  void setPictures(std::vector<SamplePicture> pictures);
  [[nodiscard]] QSize sizeHint() const override;
  [[nodiscard]] QSize minimumSizeHint() const override { return {20, sizeHint().height()}; }

 protected:
  void paintEvent(QPaintEvent* event) override;
  bool event(QEvent* event) override;

 private:
  [[nodiscard]] QRect place(int index) const;
  [[nodiscard]] int shown() const;

  std::vector<SamplePicture> m_pictures;
};

}  // namespace lockstep::ui
