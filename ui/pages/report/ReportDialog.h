// A report of one run or of a comparison: looked at as its printed pages, saved in any of its formats.
#pragma once

#include <QDialog>
#include <QImage>
#include <memory>
#include <vector>

#include "tracking/report/content.h"
#include "ui/widgets/Background.h"
#include "ui/widgets/Page.h"

class QAction;
class QBoxLayout;
class QComboBox;
class QLabel;
class QScrollArea;

namespace lockstep::ui {

class MessageBar;

class ReportDialog : public QDialog {
  Q_OBJECT

 public:
  ReportDialog(PageContext context, const QStringList& runs, QWidget* parent = nullptr);
  /// By the file's ending; what came of it is said in the dialog.
  void saveTo(const QString& file);

 private:
  struct Preview {
    std::shared_ptr<const tracking::report::Report> report;
    std::vector<QImage> pages;
    int count = 0;  ///< of all pages; the first ones are shown
  };
  void build();
  void compute();
  void showPreview(const Preview& preview);
  void chooseFile();

  PageContext m_context;
  std::vector<std::string> m_runs;
  std::shared_ptr<const tracking::report::Report> m_report;
  QComboBox* m_language = nullptr;
  QComboBox* m_format = nullptr;
  QAction* m_save = nullptr;
  MessageBar* m_bar = nullptr;
  QLabel* m_state = nullptr;
  QScrollArea* m_scroll = nullptr;
  QBoxLayout* m_pages = nullptr;
  Background<Preview> m_work;
  Background<bool> m_writing;  // last: their ends drop what would come for the others
};

/// Shows a report of these runs, the first of them the baseline.
void openReport(PageContext context, const QStringList& runs, QWidget* parent);

}  // namespace lockstep::ui
