#include "ui/pages/results/WorkBar.h"

#include <QBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>

#include "ui/widgets/Format.h"
#include "ui/widgets/Icons.h"
#include "ui/widgets/Theme.h"

namespace lockstep::ui {

namespace {
constexpr int lookMs = 50;
constexpr int parts = 1000;
}  // namespace

WorkBar::WorkBar(const QString& name, QWidget* parent) : QWidget(parent), m_text(new QLabel(this)), m_bar(new QProgressBar(this)), m_cancel(new QPushButton(tr("Cancel"), this)) {
  setObjectName(name);
  m_bar->setTextVisible(false);
  m_bar->setAccessibleName(tr("Progress"));
  m_bar->setFixedWidth(24 * gridStep);
  m_cancel->setObjectName(name + QStringLiteral("Cancel"));
  m_cancel->setIcon(icon(QStringLiteral("stop")));
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(gridStep);
  layout->addWidget(m_bar);
  layout->addWidget(m_text);
  layout->addWidget(m_cancel);
  m_timer.setInterval(lookMs);
  connect(&m_timer, &QTimer::timeout, this, &WorkBar::look);
  connect(m_cancel, &QPushButton::clicked, this, &WorkBar::cancelled);
  hide();
}

void WorkBar::begin(SharedProgress progress) {
  m_progress = std::move(progress);
  look();
  m_timer.start();
  show();
}

void WorkBar::end() {
  m_timer.stop();
  m_progress.reset();
  hide();
}

void WorkBar::look() {
  const std::int64_t done = m_progress->done;
  const std::int64_t total = m_progress->total;
  const QString how = total > 0 ? tr("%1 of %2").arg(count(done), count(total)) : done > 0 ? count(done) : QString();
  switch (m_progress->what) {
    case WorkProgress::reading: m_text->setText(tr("Reading the data %1").arg(how)); break;
    case WorkProgress::computing: m_text->setText(tr("Computing %1").arg(how)); break;
    default: m_text->setText(tr("Opening the model…"));
  }
  m_bar->setRange(0, total > 0 ? parts : 0);
  if (total > 0) m_bar->setValue(static_cast<int>(parts * static_cast<double>(done) / static_cast<double>(total)));
}

}  // namespace lockstep::ui
