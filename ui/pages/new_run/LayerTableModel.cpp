#include "ui/pages/new_run/LayerTableModel.h"

#include "ui/widgets/Format.h"

namespace lockstep::ui {

void LayerTableModel::setLayers(std::vector<LayerPlan> layers) {
  beginResetModel();
  m_layers = std::move(layers);
  endResetModel();
}

int LayerTableModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : static_cast<int>(m_layers.size()); }
int LayerTableModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : static_cast<int>(columns); }

QVariant LayerTableModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const LayerPlan& row = m_layers[static_cast<std::size_t>(index.row())];
  if (role == Qt::TextAlignmentRole) return QVariant::fromValue(Qt::Alignment((index.column() == parameters ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter));
  if (role != Qt::DisplayRole && role != Qt::ToolTipRole) return {};
  switch (static_cast<Column>(index.column())) {
    case layer: return row.name;
    case type: return row.type;
    case output: return row.output;
    case parameters: return row.parameters > 0 ? count(row.parameters) : QString();
    case dtype: return row.dtype;
    case columns: break;
  }
  return {};
}

QVariant LayerTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  if (role == Qt::TextAlignmentRole) return QVariant::fromValue(Qt::Alignment((section == parameters ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter));
  if (role != Qt::DisplayRole) return {};
  switch (static_cast<Column>(section)) {
    case layer: return tr("Layer");
    case type: return tr("Type");
    case output: return tr("Output");
    case parameters: return tr("Parameters");
    case dtype: return tr("dtype");
    case columns: break;
  }
  return {};
}

}  // namespace lockstep::ui
