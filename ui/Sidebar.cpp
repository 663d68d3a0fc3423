#include "ui/Sidebar.h"

#include <QBoxLayout>
#include <QButtonGroup>
#include <QFile>
#include <QLabel>
#include <QTimer>
#include <QToolButton>

#include "engine/core/host_memory.h"
#include "ui/widgets/Icons.h"
#include "ui/widgets/Theme.h"

namespace lockstep::ui {

Sidebar::Sidebar(QWidget* parent) : QWidget(parent), m_entries(new QVBoxLayout), m_group(new QButtonGroup(this)), m_load(new QLabel(this)) {
  setObjectName(QStringLiteral("sidebar"));
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(gridStep, gridStep, gridStep, gridStep);
  m_entries->setSpacing(gridStep / 2);
  layout->addLayout(m_entries);
  layout->addStretch();
  m_load->setObjectName(QStringLiteral("machineLoad"));
  m_load->setForegroundRole(QPalette::PlaceholderText);
  m_load->setWordWrap(true);
  m_load->setAccessibleName(tr("Load of this machine"));
  m_load->setToolTip(tr("How busy this machine's processors are, with everything that runs on it"));
  layout->addWidget(m_load);
  setMinimumWidth(20 * gridStep);
  auto* timer = new QTimer(this);
  connect(timer, &QTimer::timeout, this, &Sidebar::showLoad);
  timer->start(2000);
  showLoad();
}

int Sidebar::addEntry(const QString& iconName, const QString& text, const QString& toolTip) {
  auto* button = new QToolButton(this);
  const int entry = static_cast<int>(m_buttons.size());
  button->setObjectName(QStringLiteral("go-%1").arg(iconName));
  button->setIcon(icon(iconName));
  button->setText(text);
  button->setToolTip(toolTip);
  button->setCheckable(true);
  button->setAutoRaise(true);
  button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  button->setMinimumHeight(4 * gridStep);
  m_group->addButton(button, entry);
  m_entries->addWidget(button);
  m_buttons.push_back(button);
  connect(button, &QToolButton::clicked, this, [this, entry] { emit chosen(entry); });
  return entry;
}

void Sidebar::setCurrent(int entry) { m_buttons[static_cast<std::size_t>(entry)]->setChecked(true); }
void Sidebar::setVisible(int entry, bool visible) { m_buttons[static_cast<std::size_t>(entry)]->setVisible(visible); }

void Sidebar::setText(int entry, const QString& text) {
  QToolButton* button = m_buttons[static_cast<std::size_t>(entry)];
  button->setText(button->fontMetrics().elidedText(text, Qt::ElideMiddle, 15 * gridStep));
  button->setAccessibleName(text);
  button->setToolTip(text);
}

void Sidebar::setToolTip(int entry, const QString& toolTip) { m_buttons[static_cast<std::size_t>(entry)]->setToolTip(toolTip); }

void Sidebar::showLoad() {
  // /proc/stat: "cpu user nice system idle iowait irq …" in ticks since the start of the machine.
  QFile file(QStringLiteral("/proc/stat"));
  QString text = tr("CPU, %n thread(s)", nullptr, engine::usable_processors());
  if (file.open(QIODevice::ReadOnly)) {
    const QList<QByteArray> words = file.readLine().simplified().split(' ');
    qint64 total = 0, idle = 0;
    for (qsizetype i = 1; i < words.size(); ++i) {
      total += words[i].toLongLong();
      if (i == 4 || i == 5) idle += words[i].toLongLong();
    }
    const qint64 busy = total - idle;
    if (m_totalBefore > 0 && total > m_totalBefore) {
      const qint64 percent = 100 * (busy - m_busyBefore) / (total - m_totalBefore);
      text += QLatin1Char('\n') + tr("%1 % busy").arg(percent);
    }
    m_busyBefore = busy;
    m_totalBefore = total;
  }
  m_load->setText(text);
}

}  // namespace lockstep::ui
