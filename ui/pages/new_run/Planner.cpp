#include "ui/pages/new_run/Planner.h"

#include <QTimer>
#include <algorithm>
#include <chrono>
#include <mutex>

#include "ui/widgets/Text.h"

namespace lockstep::ui {

namespace {

constexpr std::size_t dataKept = 4;
constexpr auto progressEvery = std::chrono::milliseconds(33);
constexpr auto quiet = std::chrono::milliseconds(100);

}  // namespace

struct Planner::Listener {
  std::mutex mutex;
  Planner* planner = nullptr;
  std::chrono::steady_clock::time_point told;

  void tell(const std::stop_token& stop, std::int64_t done, std::int64_t total) {
    const std::lock_guard lock(mutex);
    const auto now = std::chrono::steady_clock::now();
    if (now - told < progressEvery || planner == nullptr || stop.stop_requested()) return;
    told = now;
    QMetaObject::invokeMethod(planner, [to = planner, stop, done, total] {
      if (!stop.stop_requested() && to->m_document != nullptr) emit to->reading(done, total);
    }, Qt::QueuedConnection);
  }
};

Planner::Planner(QObject* parent) : QObject(parent), m_listener(std::make_shared<Listener>()) { m_listener->planner = this; }

Planner::~Planner() {
  {
    const std::lock_guard lock(m_listener->mutex);
    m_listener->planner = nullptr;
  }
  m_keying.cancel();
  m_reading.cancel();
  m_resolving.cancel();
}

void Planner::plan(std::shared_ptr<const engine::config::Document> document) {
  m_document = std::move(document);
  m_resolving.cancel();  // of an earlier text
  m_keyed = false;
  // Files are looked at, and a folder may lie on a slow disk.
  m_keying.start([document = m_document](const std::stop_token&) { return dataKey(document->settings()); },
                 [this](Background<std::string>::Outcome outcome) {
                   if (!outcome.value) {
                     emit failed(text(outcome.error));
                     return;
                   }
                   m_keyed = true;
                   const bool same = *outcome.value == m_key;
                   m_key = std::move(*outcome.value);
                   if (const auto data = known(m_key)) {
                     m_reading.cancel();
                     resolve(data);
                   } else if (m_key == m_failed) {
                     emit failed(m_failure);
                   } else if (m_key == m_cancelled) {
                     emit cancelled();
                   } else if (!same || !m_reading.isRunning()) {
                     read();
                   }
                 });
}

void Planner::forget() {
  m_document.reset();
  m_keying.cancel();
  m_resolving.cancel();
  // Data that are being read go on: the mistake is most often elsewhere, and soon gone.
}

void Planner::cancel() {
  if (!m_reading.isRunning()) return;
  m_reading.cancel();
  m_cancelled = m_key;
  emit cancelled();
}

void Planner::again() {
  m_cancelled.clear();
  m_failed.clear();
  m_known.clear();
  m_key.clear();
  if (m_document != nullptr) plan(m_document);
}

std::shared_ptr<const DataPlan> Planner::known(const std::string& key) const {
  const auto found = std::find_if(m_known.begin(), m_known.end(), [&](const Read& one) { return one.key == key; });
  return found == m_known.end() ? nullptr : found->data;
}

void Planner::read() {
  emit begun();
  // What is read at once needs no word.
  QTimer::singleShot(quiet, this, [this, key = m_key] {
    if (m_reading.isRunning() && m_key == key && m_document != nullptr) emit reading(0, 0);
  });
  m_reading.start(
      [document = m_document, key = m_key, listener = m_listener](const std::stop_token& stop) {
        return Read{key, readData(document->settings(), stop, [&](std::string_view, std::int64_t done, std::int64_t total) { listener->tell(stop, done, total); })};
      },
      [this, key = m_key](Background<Read>::Outcome outcome) {
        const bool wanted = m_document != nullptr && m_keyed && m_key == key;
        if (!outcome.value) {
          m_failed = key;
          m_failure = text(outcome.error);
          if (wanted) emit failed(m_failure);
          return;
        }
        m_known.push_front({outcome.value->key, outcome.value->data});
        if (m_known.size() > dataKept) m_known.pop_back();
        // Until the newest text's data are known by their key, these may be another's; plan() finds them.
        if (wanted) resolve(outcome.value->data);
      });
}

void Planner::resolve(std::shared_ptr<const DataPlan> data) {
  m_resolving.start([document = m_document, data = std::move(data)](const std::stop_token&) { return planRun(*document, data); },
                    [this](Background<RunPlan>::Outcome outcome) {
                      if (outcome.value) emit planned(*outcome.value);
                      else emit failed(text(outcome.error));
                    });
}

}  // namespace lockstep::ui
