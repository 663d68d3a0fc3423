// Work off the GUI thread of which only the newest request matters: a later one takes the place of an earlier one, which is
// told to stop and whose result is dropped. Results arrive on the thread that asked, as values.
#pragma once

#include <QObject>
#include <QThreadPool>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>

namespace lockstep::ui {

template <class T>
class Background {
 public:
  /// What came of it: a value, or what was thrown.
  struct Outcome {
    std::optional<T> value;
    std::exception_ptr error;
  };

  Background() : m_context(std::make_unique<QObject>()) {}
  ~Background() { cancel(); }
  Background(const Background&) = delete;
  Background& operator=(const Background&) = delete;

  /// `work` runs on Qt's thread pool and must hold by value what it needs; `done` runs here, unless a later start() or
  /// cancel(), or this object's end, comes first.
  void start(std::function<T(std::stop_token)> work, std::function<void(Outcome)> done) {
    cancel();
    m_stop = std::stop_source();
    m_running = true;
    m_context = std::make_unique<QObject>();
    QThreadPool::globalInstance()->start([this, work = std::move(work), done = std::move(done), stop = m_stop.get_token(), gate = m_gate]() mutable {
      auto outcome = std::make_shared<Outcome>();
      try {
        outcome->value = work(stop);
      } catch (...) {
        outcome->error = std::current_exception();
      }
      // The gate keeps this object from ending between the look and the post.
      const std::lock_guard lock(gate->mutex);
      if (stop.stop_requested()) return;
      QMetaObject::invokeMethod(m_context.get(), [this, outcome, done = std::move(done), stop] {
        if (stop.stop_requested()) return;
        m_running = false;
        done(std::move(*outcome));
      }, Qt::QueuedConnection);
    });
  }
  void cancel() {
    const std::lock_guard lock(m_gate->mutex);
    m_stop.request_stop();
    m_running = false;
  }
  [[nodiscard]] bool isRunning() const { return m_running; }

 private:
  struct Gate {
    std::mutex mutex;
  };
  std::shared_ptr<Gate> m_gate = std::make_shared<Gate>();
  std::stop_source m_stop;
  bool m_running = false;
  std::unique_ptr<QObject> m_context;
};

}  // namespace lockstep::ui
