#include "ui/pages/run/RunHeader.h"

#include <QBoxLayout>
#include <QEvent>
#include <QLabel>
#include <QLocale>
#include <QProgressBar>
#include <cmath>
#include <utility>

#include "ui/pages/run/Chip.h"
#include "ui/widgets/Actions.h"
#include "ui/widgets/Format.h"

namespace lockstep::ui {

namespace {

constexpr int progressSteps = 1000;

Tone toneOf(tracking::Status status) {
  switch (status) {
    case tracking::Status::running: return Tone::active;
    case tracking::Status::finished: return Tone::good;
    case tracking::Status::failed: return Tone::bad;
    case tracking::Status::interrupted: return Tone::warning;
    default: return Tone::plain;
  }
}

void colour(QLabel& label, Tone tone, const QPalette& from) {
  QPalette colours = label.palette();
  colours.setColor(QPalette::WindowText, toneColour(tone, from));
  label.setPalette(colours);
}

}  // namespace

RunHeader::RunHeader(QWidget* parent) : QWidget(parent), m_first(new QHBoxLayout), m_second(new QHBoxLayout) {
  auto* rows = new QVBoxLayout(this);
  rows->setContentsMargins(0, 0, 0, 0);
  rows->setSpacing(gridStep);
  m_first->setSpacing(2 * gridStep);
  m_second->setSpacing(gridStep);
  m_name = addLabel(*m_first, "runName", tr("Name"));
  QFont big = m_name->font();
  big.setPointSizeF(big.pointSizeF() * 1.5);
  big.setBold(true);
  m_name->setFont(big);
  m_status = addLabel(*m_first, "runStatus", tr("Status"));
  m_progressText = addLabel(*m_first, "runProgressText", tr("Progress"));
  m_progress = new QProgressBar(this);
  m_progress->setObjectName(QStringLiteral("runProgress"));
  m_progress->setAccessibleName(tr("Progress"));
  m_progress->setRange(0, progressSteps);
  m_progress->setMinimumWidth(12 * gridStep);
  m_progress->setMaximumWidth(24 * gridStep);
  m_first->addWidget(m_progress, 1);
  m_left = addLabel(*m_first, "runLeft", tr("Time"));
  m_speed = addLabel(*m_first, "runSpeed", tr("Speed"));
  m_memory = addLabel(*m_first, "runMemory", tr("Memory"));
  m_first->addStretch(1);
  m_second->addStretch(1);
  const auto chip = [&](const char* object, const QString& name, const QString& covers) {
    auto* made = new Chip(QLatin1String(object), name, covers, this);
    connect(made, &Chip::copied, this, &RunHeader::copied);
    m_second->addWidget(made);
    return made;
  };
  m_commit = chip("chipCommit", tr("commit"), tr("The commit of the code in the config's folder."));
  m_seed = chip("chipSeed", tr("seed"), tr("The master seed: order, initial weights, augmentation and dropout follow from it."));
  m_data = chip("chipData", tr("data"), tr("The fingerprint of the decoded samples, their labels and their order."));
  m_config = chip("chipConfig", tr("config"), tr("The hash of everything in the config that decides the result."));
  m_device = chip("chipDevice", tr("device"), tr("What the run computes on."));
  auto* third = new QHBoxLayout;
  m_gpu = addLabel(*third, "runGpu", tr("GPU"));
  m_gpu->setTextInteractionFlags(Qt::TextSelectableByMouse);
  m_gpu->hide();
  third->addStretch(1);
  m_health = new QLabel(this);
  m_health->setObjectName(QStringLiteral("runHealth"));
  m_health->setWordWrap(true);
  m_health->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  m_health->hide();
  rows->addLayout(m_first);
  rows->addLayout(m_second);
  rows->addLayout(third);
  rows->addWidget(m_health);
}

QLabel* RunHeader::addLabel(QBoxLayout& row, const char* name, const QString& accessible) {
  auto* label = new QLabel(this);
  label->setObjectName(QLatin1String(name));
  label->setAccessibleName(accessible);
  row.addWidget(label);
  return label;
}

void RunHeader::setBack(QAction& action) { m_first->insertWidget(0, buttonFor(action, this, QStringLiteral("back"))); }

void RunHeader::addButton(QAction& action, const QString& iconName) {
  auto* button = buttonFor(action, this, iconName);
  button->setVisible(action.isVisible());
  int place = 0;
  while (m_second->itemAt(place)->spacerItem() == nullptr) ++place;
  m_second->insertWidget(place, button);
}

void RunHeader::setRun(const tracking::RunSummary& run, const RunFacts& facts) {
  m_nameText = QString::fromStdString(run.name);
  m_name->setToolTip(tr("%1\nrun %2").arg(m_nameText, QString::fromStdString(run.id)));
  elideName();
  m_status->setText(statusText(run.status));
  m_statusTone = toneOf(run.status);
  QStringList parts;
  if (facts.stepsPerEpoch > 0 && run.step > 0) {
    const auto epoch = std::llround(std::ceil(static_cast<double>(run.step) / facts.stepsPerEpoch));
    if (run.steps) {
      parts << tr("epoch %1/%2").arg(count(epoch), count(std::llround(std::ceil(static_cast<double>(*run.steps) / facts.stepsPerEpoch))));
    } else {
      parts << tr("epoch %1").arg(count(epoch));
    }
  }
  if (run.steps) {
    parts << tr("step %1/%2").arg(count(run.step), count(*run.steps));
  } else if (run.step > 0) {
    parts << tr("step %1").arg(count(run.step));
  }
  m_progressText->setText(parts.join(QStringLiteral(" · ")));
  m_progressText->setVisible(!parts.isEmpty());
  const bool preparing = run.status == tracking::Status::preparing;
  m_progress->setVisible(preparing || (run.steps && *run.steps > 0 && run.status != tracking::Status::finished));
  if (preparing) {
    if (!std::exchange(m_preparing, true)) m_progress->setRange(0, 0);  // how much there is to do may be told by setPreparing()
  } else {
    m_preparing = false;
    m_progress->setRange(0, progressSteps);
    m_progress->setValue(run.steps && *run.steps > 0 ? static_cast<int>(std::min<std::int64_t>(progressSteps, progressSteps * run.step / *run.steps)) : 0);
  }
  setChips(run, facts);
  applyColours();
}

void RunHeader::setChips(const tracking::RunSummary& run, const RunFacts& facts) {
  const auto shortened = [](const std::optional<std::string>& whole) { return QString::fromStdString(whole.value_or("")).left(7); };
  const auto whole = [](const std::optional<std::string>& value) { return QString::fromStdString(value.value_or("")); };
  QString dirty;
  if (run.dirty.value_or(false))
    dirty = facts.changedFiles ? tr("• uncommitted changes in %n file(s) were recorded with it", nullptr, *facts.changedFiles) : tr("• uncommitted changes were recorded with it");
  m_commit->setValue(shortened(run.commit) + (dirty.isEmpty() ? QString() : QStringLiteral("•")), whole(run.commit), dirty);
  const QString seed = run.seed ? QString::number(*run.seed) : QString();
  m_seed->setValue(seed, seed);
  m_data->setValue(shortened(run.data_fingerprint), whole(run.data_fingerprint));
  m_config->setValue(shortened(run.config_hash), whole(run.config_hash));
  m_device->setValue(whole(run.device), whole(run.device));
}

void RunHeader::setTimeLeft(bool live, std::optional<std::int64_t> milliseconds, std::optional<std::int64_t> took) {
  if (live) {
    m_left->setText(milliseconds ? tr("%1 left").arg(duration(*milliseconds)) : tr("estimating"));
  } else {
    m_left->setText(took ? tr("took %1").arg(duration(*took)) : QString());
  }
  m_left->setVisible(!m_left->text().isEmpty());
}

void RunHeader::setSpeed(std::optional<double> samplesPerSecond, std::optional<double> memory) {
  m_speed->setVisible(samplesPerSecond.has_value());
  if (samplesPerSecond) m_speed->setText(tr("%1 samples/s").arg(*samplesPerSecond >= 100 ? count(std::llround(*samplesPerSecond)) : shortNumber(*samplesPerSecond)));
  m_memory->setVisible(memory.has_value());
  if (!memory) return;
  m_memory->setText(QLocale(QLocale::English).formattedDataSize(std::llround(*memory), 1, QLocale::DataSizeIecFormat));
  m_memory->setToolTip(tr("Memory of the run's process: %1 bytes").arg(count(std::llround(*memory))));
}

void RunHeader::setGpu(const GpuNow& gpu) {
  QStringList shown, exact;
  const auto add = [&](const std::optional<double>& value, const QString& words, const QString& whole) {
    if (!value) return;
    shown << words;
    exact << whole;
  };
  const auto number = [](const std::optional<double>& value) { return shortNumber(value.value_or(0)); };
  const QString bytes = QLocale(QLocale::English).formattedDataSize(std::llround(gpu.memory.value_or(0)), 1, QLocale::DataSizeIecFormat);
  add(gpu.utilisation, tr("%1 % busy").arg(number(gpu.utilisation)), tr("Busy: the share of the last moments in which the GPU computed something, for any program."));
  add(gpu.memory, bytes, tr("Memory in use on the GPU, by all programs: %1 bytes").arg(count(std::llround(gpu.memory.value_or(0)))));
  add(gpu.power, tr("%1 W").arg(number(gpu.power)), tr("Power that it draws: %1 W").arg(number(gpu.power)));
  add(gpu.temperature, tr("%1 °C").arg(number(gpu.temperature)), tr("Temperature: %1 °C").arg(number(gpu.temperature)));
  add(gpu.clock, tr("%1 MHz").arg(number(gpu.clock)), tr("Clock of its multiprocessors: %1 MHz").arg(number(gpu.clock)));
  m_gpu->setVisible(!shown.isEmpty());
  m_gpu->setText(tr("GPU: %1").arg(shown.join(QStringLiteral(" · "))));
  m_gpu->setToolTip(exact.join(QLatin1Char('\n')));
}

void RunHeader::setHealth(const RunHealth& health) {
  m_health->setVisible(!health.text.isEmpty());
  const char* sign = health.tone == Tone::bad ? "✗ " : health.tone == Tone::warning ? "▲ " : "";
  m_health->setText(QString::fromUtf8(sign) + health.text);
  m_health->setAccessibleName(health.text);
  m_healthTone = health.tone == Tone::quiet ? Tone::plain : health.tone;
  applyColours();
}

/// What the engine calls the parts of its preparation, in the window's language.
QString RunHeader::preparationWords(const QString& what) {
  if (what == QLatin1String("hashing")) return tr("hashing the data's files");
  if (what == QLatin1String("reading image headers")) return tr("reading the images' headers");
  if (what == QLatin1String("decoding images")) return tr("decoding the images");
  return what;
}

void RunHeader::setPreparing(const QString& what, qint64 done, qint64 total) {
  if (!m_preparing) return;  // it came late
  const QString words = preparationWords(what);
  m_left->setText(total > 0 ? tr("%1: %2 %").arg(words).arg(100 * done / total) : words);
  m_left->show();
  m_progress->setRange(0, total > 0 ? progressSteps : 0);
  if (total > 0) m_progress->setValue(static_cast<int>(progressSteps * done / total));
}

void RunHeader::applyColours() {
  colour(*m_status, m_statusTone, palette());
  colour(*m_health, m_healthTone, palette());
  colour(*m_gpu, Tone::quiet, palette());
}

/// A name may be as long as its writer liked; the rest of the header must stay in sight.
void RunHeader::elideName() {
  const QFontMetrics metrics(m_name->font());
  m_name->setText(metrics.elidedText(m_nameText, Qt::ElideMiddle, std::max(16 * gridStep, width() / 4)));
}

void RunHeader::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::PaletteChange) applyColours();
}

void RunHeader::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  elideName();
}

}  // namespace lockstep::ui
