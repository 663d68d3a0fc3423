#include "ui/pages/StartPage.h"

#include <QBoxLayout>
#include <QDir>
#include <QFileInfo>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>

#include "ui/widgets/Actions.h"
#include "ui/widgets/Icons.h"
#include "ui/widgets/Theme.h"

namespace lockstep::ui {

namespace {

QLabel* heading(const QString& text, double scale, QWidget* parent) {
  auto* label = new QLabel(text, parent);
  QFont font = label->font();
  font.setPointSizeF(font.pointSizeF() * scale);
  font.setBold(scale > 1.5);
  label->setFont(font);
  return label;
}

}  // namespace

StartPage::StartPage(QWidget* parent) : QWidget(parent), m_recent(new QListWidget(this)), m_recentPart(new QWidget(this)) {
  setObjectName(QStringLiteral("startPage"));
  auto* outer = new QHBoxLayout(this);
  auto* column = new QVBoxLayout;
  column->setSpacing(gridStep);
  outer->addStretch(1);
  outer->addLayout(column, 4);
  outer->addStretch(1);
  column->addStretch(2);
  auto* title = new QHBoxLayout;
  auto* picture = new QLabel(this);
  picture->setPixmap(QIcon(QStringLiteral(":/icons/lockstep.svg")).pixmap(QSize(64, 64), devicePixelRatioF()));
  title->addWidget(picture);
  auto* words = new QVBoxLayout;
  words->addWidget(heading(QStringLiteral("Lockstep"), 2, this));
  auto* promise = heading(tr("Trains neural networks, records everything that decides a result, and repeats it."), 1, this);
  promise->setWordWrap(true);
  words->addWidget(promise);
  title->addLayout(words, 1);
  column->addLayout(title);
  column->addSpacing(2 * gridStep);

  const auto add = [&](const char* name, const QString& text, const QKeySequence& key, const QString& iconName, void (StartPage::*signal)()) {
    QAction* action = ui::addAction(*this, QString::fromLatin1(name), text, key, [this, signal] { emit(this->*signal)(); });
    QPushButton* button = buttonFor(*action, this, iconName);
    button->setMinimumHeight(5 * gridStep);
    button->setIconSize(QSize(2 * gridStep, 2 * gridStep));
    column->addWidget(button);
    return button;
  };
  add("trainExample", tr("Train the bundled example"), Qt::CTRL | Qt::Key_E, QStringLiteral("play"), &StartPage::exampleWanted)->setDefault(true);
  add("openConfig", tr("Open a config…"), Qt::CTRL | Qt::Key_O, QStringLiteral("file"), &StartPage::configWanted);
  add("openProject", tr("Open a project…"), Qt::CTRL | Qt::SHIFT | Qt::Key_O, QStringLiteral("folder"), &StartPage::projectWanted);
  add("newProject", tr("New project…"), Qt::CTRL | Qt::SHIFT | Qt::Key_N, QStringLiteral("plus"), &StartPage::newProjectWanted);

  auto* part = new QVBoxLayout(m_recentPart);
  part->setContentsMargins(0, 2 * gridStep, 0, 0);
  part->addWidget(heading(tr("Recent projects"), 1.2, m_recentPart));
  m_recent->setObjectName(QStringLiteral("recentProjects"));
  m_recent->setAccessibleName(tr("Recent projects"));
  m_recent->setMaximumHeight(24 * gridStep);
  part->addWidget(m_recent);
  column->addWidget(m_recentPart);
  column->addStretch(3);
  connect(m_recent, &QListWidget::itemActivated, this, &StartPage::open);
  setRecent({});
}

void StartPage::setRecent(const QStringList& projects) {
  m_recent->clear();
  for (const QString& folder : projects) {
    QString shown = folder;
    if (shown.startsWith(QDir::homePath() + QLatin1Char('/'))) shown.replace(0, QDir::homePath().size(), QStringLiteral("~"));
    const bool there = QFileInfo::exists(folder + QStringLiteral("/lockstep.db"));
    auto* item = new QListWidgetItem(icon(QStringLiteral("folder")), there ? shown : tr("%1 (not there any more)").arg(shown), m_recent);
    item->setData(Qt::UserRole, folder);
    item->setToolTip(folder);
    if (!there) item->setFlags(Qt::NoItemFlags);
  }
  m_recentPart->setVisible(!projects.isEmpty());
}

void StartPage::open() {
  if (const QListWidgetItem* item = m_recent->currentItem()) emit projectChosen(item->data(Qt::UserRole).toString());
}

}  // namespace lockstep::ui
