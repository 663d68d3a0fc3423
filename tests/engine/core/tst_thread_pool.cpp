// The thread pool: each chunk once, exceptions arrive, nested and concurrent use run on the caller.
#include <QtTest>

#include <numeric>
#include <stdexcept>

#include "engine/core/thread_pool.h"

using lockstep::engine::ThreadPool;

class TestThreadPool : public QObject {
  Q_OBJECT
 private slots:
  void everyChunkOnce() {
    for (const int threads : {1, 2, 3, 8}) {
      ThreadPool pool(threads);
      for (int round = 0; round < 2000; ++round) {
        std::vector<std::atomic<int>> seen(static_cast<std::size_t>(round % 37));
        pool.parallel_for(static_cast<std::int64_t>(seen.size()), [&](std::int64_t i) { ++seen[static_cast<std::size_t>(i)]; });
        for (const auto& count : seen) QCOMPARE(count.load(), 1);
      }
    }
  }
  void exceptionArrivesAndPoolLives() {
    ThreadPool pool(3);
    QVERIFY_EXCEPTION_THROWN(pool.parallel_for(20, [](std::int64_t i) { if (i == 7) throw std::runtime_error("seven"); }),
                             std::runtime_error);
    std::atomic<int> sum{0};
    pool.parallel_for(10, [&](std::int64_t i) { sum += static_cast<int>(i); });
    QCOMPARE(sum.load(), 45);
  }
  void nestedRunsOnCaller() {
    ThreadPool pool(4);
    std::atomic<int> count{0};
    pool.parallel_for(8, [&](std::int64_t) { pool.parallel_for(8, [&](std::int64_t) { ++count; }); });
    QCOMPARE(count.load(), 64);
  }
  void callersFromSeveralThreads() {
    ThreadPool pool(2);
    std::atomic<int> count{0};
    {
      std::vector<std::jthread> callers;
      for (int t = 0; t < 4; ++t) {
        callers.emplace_back([&] {
          for (int i = 0; i < 500; ++i) pool.parallel_for(5, [&](std::int64_t) { ++count; });
        });
      }
    }
    QCOMPARE(count.load(), 4 * 500 * 5);
  }
};

QTEST_GUILESS_MAIN(TestThreadPool)
#include "tst_thread_pool.moc"
