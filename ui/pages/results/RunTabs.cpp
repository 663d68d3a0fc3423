#include "ui/pages/results/RunTabs.h"

#include <QTabWidget>

#include "ui/pages/results/ConfigTab.h"
#include "ui/pages/results/LogTab.h"
#include "ui/pages/results/ProvenanceTab.h"
#include "ui/pages/results/ResultsTab.h"

namespace lockstep::ui {

void addRunTabs(QTabWidget& tabs, PageContext context, const std::string& run) {
  const auto add = [&tabs](RunTab* tab) {
    tabs.addTab(tab, tab->windowTitle());
    QObject::connect(tab, &RunTab::wanted, &tabs, [&tabs, tab] { tabs.setCurrentWidget(tab); });
  };
  add(new ConfigTab(context, run, &tabs));
  add(new ProvenanceTab(context, run, &tabs));
  add(new ResultsTab(context, run, &tabs));
  add(new LogTab(context, run, &tabs));
}

}  // namespace lockstep::ui
