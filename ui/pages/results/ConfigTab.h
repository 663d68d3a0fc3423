// A run's config: the text as it was written, and what it was resolved to, with the hash of what decides the experiment.
#pragma once

#include "ui/pages/results/RunTab.h"
#include "ui/widgets/Background.h"

class QLabel;
class QRadioButton;
class QStackedWidget;

namespace lockstep::ui {

class CodeView;
class EmptyState;
class HashLabel;

class ConfigTab : public RunTab {
  Q_OBJECT

 public:
  ConfigTab(PageContext context, const std::string& run, QWidget* parent);

 protected:
  void reload() override;

 private:
  void build();
  void show(Background<Documents>::Outcome outcome);
  void choose();
  [[nodiscard]] QString sourceText() const;

  Documents m_documents;
  QRadioButton* m_written;
  QRadioButton* m_resolved;
  QLabel* m_source;
  HashLabel* m_hash;
  QStackedWidget* m_stack;
  EmptyState* m_empty;
  CodeView* m_code;
  Background<Documents> m_reading;  // last: what it calls uses the others
};

}  // namespace lockstep::ui
