#include "ui/charts/SeriesFeed.h"

#include "ui/widgets/Text.h"

namespace lockstep::ui {

namespace {

constexpr int liveMs = 100;
constexpr int restMs = 1000;

}  // namespace

SeriesFeed::SeriesFeed(const std::filesystem::path& runFolder, QObject* parent) : QObject(parent), m_store(std::make_shared<SeriesStore>(runFolder)) {
  m_timer.setInterval(restMs);
  connect(&m_timer, &QTimer::timeout, this, &SeriesFeed::read);
}

void SeriesFeed::setWatched(bool watched) {
  if (std::exchange(m_watched, watched) == watched) return;
  if (watched) {
    m_timer.start();
    read();
  } else {
    m_timer.stop();
  }
}

void SeriesFeed::setLive(bool live) {
  const int interval = live ? liveMs : restMs;
  if (interval != m_timer.interval()) m_timer.setInterval(interval);
}

void SeriesFeed::setSmoothing(double weight) {
  m_smoothing = weight;
  if (m_watched) read();
}

void SeriesFeed::read() {
  if (m_work.isRunning()) return;  // one at a time: received() comes back for what is left
  m_work.start(
      [store = m_store, smoothing = std::exchange(m_smoothing, {})](const std::stop_token& stop) {
        if (smoothing) store->setSmoothing(*smoothing);
        return store->update(stop) || smoothing.has_value();
      },
      [this](const Background<bool>::Outcome& outcome) { received(outcome); });
}

void SeriesFeed::received(const Background<bool>::Outcome& outcome) {
  if (outcome.error) {
    if (!std::exchange(m_unreadable, true)) emit failed(text(outcome.error));
  } else {
    m_unreadable = false;
    if (*outcome.value) emit changed();
  }
  if (m_smoothing && m_watched) read();
}

}  // namespace lockstep::ui
