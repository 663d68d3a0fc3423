// The model's layers as a table: what each gives for a batch of N, and how many parameters it trains.
#pragma once

#include <QAbstractTableModel>
#include <vector>

#include "ui/pages/new_run/RunPlan.h"

namespace lockstep::ui {

class LayerTableModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { layer, type, output, parameters, dtype, columns };
  using QAbstractTableModel::QAbstractTableModel;

  void setLayers(std::vector<LayerPlan> layers);
  [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
  [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  std::vector<LayerPlan> m_layers;
};

}  // namespace lockstep::ui
