// What a run recorded as a tree of names and values, for a person to read, filter and copy.
#pragma once

#include <QAbstractItemModel>
#include <QSortFilterProxyModel>
#include <QString>
#include <vector>

#include "ui/widgets/Theme.h"

namespace lockstep::ui {

struct RecordItem {
  QString name;
  QString value;
  QString exact;  ///< what a copy holds; empty: the value
  QString help;   ///< what it is or covers, in a sentence
  Tone tone = Tone::plain;
  std::vector<RecordItem> children;
};

class RecordModel : public QAbstractItemModel {
  Q_OBJECT

 public:
  enum Column { name, value, columns };

  using QAbstractItemModel::QAbstractItemModel;

  void setItems(std::vector<RecordItem> items);

  [[nodiscard]] QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
  [[nodiscard]] QModelIndex parent(const QModelIndex& index) const override;
  [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

 private:
  /// Level after level, so that siblings stand together; the first node is the root.
  struct Node {
    RecordItem item;  ///< without its children
    std::size_t parent = 0;
    std::size_t firstChild = 0;
    std::size_t children = 0;
  };
  [[nodiscard]] const Node& node(const QModelIndex& index) const { return m_nodes[index.isValid() ? index.internalId() : 0]; }

  std::vector<Node> m_nodes{Node{}};
};

/// Items in whose name, value or whole value every word stands, with all below them and all above.
class RecordFilter : public QSortFilterProxyModel {
  Q_OBJECT

 public:
  explicit RecordFilter(QObject* parent = nullptr);
  void setWords(const QString& text);

 protected:
  [[nodiscard]] bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

 private:
  QStringList m_words;
};

}  // namespace lockstep::ui
