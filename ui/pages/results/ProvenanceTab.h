// Everything that the run recorded about where it comes from, as a tree to read, filter and copy, above the patch of what
// was not committed.
#pragma once

#include <set>

#include "ui/models/RecordModel.h"
#include "ui/pages/results/RunTab.h"
#include "ui/widgets/Background.h"

class QLabel;
class QLineEdit;
class QAction;
class QStackedWidget;
class QTreeView;

namespace lockstep::ui {

class CodeView;
class EmptyState;

class ProvenanceTab : public RunTab {
  Q_OBJECT

 public:
  ProvenanceTab(PageContext context, const std::string& run, QWidget* parent);

 protected:
  void reload() override;
  [[nodiscard]] std::string stamp(const tracking::RunSummary& run) const override;

 private:
  /// What a page needs of the record, made off its thread.
  struct Content {
    std::vector<RecordItem> items;
    QString patch;        ///< whole
    QString shownPatch;   ///< what the viewer takes without a pause
    QString patchTitle;   ///< or why there is none
  };
  [[nodiscard]] static Content read(const std::filesystem::path& folder, const std::string& run);
  void build();
  [[nodiscard]] QWidget* buildPatch();
  void show(Background<Content>::Outcome outcome);
  void search(const QString& words);
  void keepExpanded(const QModelIndex& parent = {});
  void restoreExpanded(const QModelIndex& parent = {});

  RecordModel* m_model;
  RecordFilter* m_filter;
  QLineEdit* m_search;
  QStackedWidget* m_stack;
  EmptyState* m_empty;
  EmptyState* m_nothing;
  QStackedWidget* m_treeStack;
  QTreeView* m_tree;
  QWidget* m_patchPanel = nullptr;
  QLabel* m_patchTitle;
  CodeView* m_patchView;
  QAction* m_copyPatch = nullptr;
  QString m_patch;
  std::set<QString> m_expanded;  ///< names down from the section, with line breaks between
  bool m_everShown = false;
  bool m_searching = false;  ///< everything is open then, and says nothing of what a person opened
  Background<Content> m_reading;  // last: what it calls uses the others
};

}  // namespace lockstep::ui
