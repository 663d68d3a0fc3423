// The runs of a project as a table: one row a run in the order of creation, brought up to date in place so that what points into it
// (a selection, an editor, the place scrolled to) stays. The last columns are metrics and config keys that a person chose.
#pragma once

#include <QAbstractTableModel>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "ui/models/RunTableColumn.h"
#include "ui/models/RunTableFacts.h"

namespace lockstep::ui {

class RunTableModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Role { idRole = Qt::UserRole, exactRole, progressRole };

  explicit RunTableModel(std::vector<RunColumn> columns, QObject* parent = nullptr);
  /// The columns of the Runs page.
  [[nodiscard]] static std::vector<RunColumn> givenColumns();

  /// Brings the rows to this list, which is in the order of creation, with the smallest changes.
  void setRuns(const std::vector<tracking::RunSummary>& runs);
  void setFacts(const RunFactsReader::Batch& batch);
  /// What a name that was typed into its cell does; without it names can't be edited. Returns whether it could.
  void setRename(std::function<bool(const std::string& id, const QString& name)> rename) { m_rename = std::move(rename); }

  [[nodiscard]] const RunRow& row(int row) const { return m_rows[static_cast<std::size_t>(row)]; }
  [[nodiscard]] const RunColumn& column(int column) const { return m_columns[static_cast<std::size_t>(column)]; }
  [[nodiscard]] int columnOf(const RunColumn& column) const;  ///< -1: not there
  void addColumn(const RunColumn& column);
  void removeColumn(int column);
  /// What the rows' cells of this column are sorted by.
  [[nodiscard]] const SortKey& sortKey(int row, int column) const;

  /// In the order of the rows.
  [[nodiscard]] std::vector<std::string> checkedRuns() const;
  /// May name runs that are not there (yet).
  void setChecked(const std::vector<std::string>& ids, bool checked);

  /// Every key of a metric and of a config that some run has, or has had.
  [[nodiscard]] const std::set<std::string, std::less<>>& metricKeys() const { return m_metricKeys; }
  [[nodiscard]] const std::set<std::string, std::less<>>& configKeys() const { return m_configKeys; }

  [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
  [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;
  bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;

 signals:
  void checkedChanged();

 private:
  void removeMissing(const std::vector<tracking::RunSummary>& runs);
  void insertRuns(int row, std::vector<tracking::RunSummary> runs);
  void updateRow(int row, const tracking::RunSummary& run);
  void changed(int row, const std::function<bool(const RunColumn&)>& affected);
  void learnKeys(const tracking::RunSummary& run);
  [[nodiscard]] QVariant foreground(const RunRow& row, const RunColumn& column) const;

  std::vector<RunColumn> m_columns;
  std::vector<RunRow> m_rows;
  std::set<std::string, std::less<>> m_checked;
  std::set<std::string, std::less<>> m_metricKeys;
  std::set<std::string, std::less<>> m_configKeys;
  std::unordered_map<std::string, std::shared_ptr<const RunRowFacts>> m_facts;
  std::function<bool(const std::string&, const QString&)> m_rename;
  // Of one column at a time; computing a key anew for each of n log n comparisons would take most of a sort.
  mutable int m_sortColumn = -1;
  mutable std::vector<std::optional<SortKey>> m_sortKeys;
};

}  // namespace lockstep::ui
