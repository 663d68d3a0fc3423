// The fake queue: streams in order, events between them, and an order of the rest that finds what was not written down.
#include "fakes_test.h"
#include "tests/cuda/fakes/counters.h"

using namespace lockstep::fakes;
using namespace lockstep::fakes::test;

class TestFakesQueue : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    LOCKSTEP_OK(cudaDeviceReset());
    reset();
    set_mode(Mode::eager);
  }
  void cleanup() { QVERIFY2(violations().empty(), lockstep_fakes_violations()); }

  void modesAreRead() {
    Mode mode = Mode::eager;
    std::uint64_t seed = 0;
    QVERIFY(parse_mode("deferred", mode, seed) && mode == Mode::late);
    QVERIFY(parse_mode("early", mode, seed) && mode == Mode::early);
    QVERIFY(parse_mode("random:17", mode, seed) && mode == Mode::random && seed == 17);
    QVERIFY(!parse_mode("random:x", mode, seed));
    QVERIFY(!parse_mode("prompt", mode, seed));
  }

  void eagerWorksAtOnceAndLateAtTheWait() {
    for (const bool late : {false, true}) {
      set_mode(late ? Mode::late : Mode::eager);
      const cudaStream_t stream = make_stream();
      float* const x = device_array<float>(1);
      LOCKSTEP_OK(set(stream, x, 3));
      QCOMPARE(std::isnan(*x), late);
      LOCKSTEP_OK(add_one(stream, x, x));
      LOCKSTEP_OK(cudaStreamSynchronize(stream));
      QCOMPARE(*x, 4.0F);
    }
    QCOMPARE(lockstep_fakes_counters()->launches, 4);
    QCOMPARE(lockstep_fakes_counters()->synchronisations, 2);
    QCOMPARE(lockstep_fakes_counters()->waits, 1);
  }

  void aWaitForAnEventDoesNoMoreThanIsNeeded() {
    set_mode(Mode::late);
    const cudaStream_t stream = make_stream();
    const cudaEvent_t event = make_event();
    float* const x = device_array<float>(2);
    LOCKSTEP_OK(set(stream, x, 1));
    LOCKSTEP_OK(cudaEventRecord(event, stream));
    LOCKSTEP_OK(set(stream, x + 1, 2));
    LOCKSTEP_OK(cudaEventSynchronize(event));
    QCOMPARE(x[0], 1.0F);
    QVERIFY(std::isnan(x[1]));
  }

  void eventsAreAskedUntilTheyAreReached() {
    set_mode(Mode::late);
    const cudaStream_t stream = make_stream();
    const cudaEvent_t event = make_event();
    float* const x = device_array<float>(1);
    LOCKSTEP_OK(cudaEventQuery(event));  // never recorded
    for (int i = 0; i < 3; ++i) LOCKSTEP_OK(set(stream, x, 1));
    LOCKSTEP_OK(cudaEventRecord(event, stream));
    int asked = 0;
    while (cudaEventQuery(event) == cudaErrorNotReady) ++asked;
    QCOMPARE(asked, 4);
    QCOMPARE(cudaGetLastError(), cudaErrorNotReady);
    LOCKSTEP_OK(cudaGetLastError());
    LOCKSTEP_OK(cudaStreamQuery(stream));
  }

  // What a forgotten cudaStreamWaitEvent does: copied, then added to by another stream.
  void aMissingWaitReadsPoison_data() {
    QTest::addColumn<int>("mode");
    QTest::addColumn<bool>("waits");
    QTest::addColumn<bool>("right");
    for (const bool waits : {true, false}) {
      const char* const name = waits ? "waits" : "does not wait";
      QTest::addRow("eager, %s", name) << int(Mode::eager) << waits << true;
      QTest::addRow("late, %s", name) << int(Mode::late) << waits << waits;
      QTest::addRow("early, %s", name) << int(Mode::early) << waits << true;  // the copy happens to come first
    }
    QTest::addRow("random, waits") << int(Mode::random) << true << true;
  }
  void aMissingWaitReadsPoison() {
    QFETCH(int, mode);
    QFETCH(bool, waits);
    QFETCH(bool, right);
    set_mode(Mode(mode));
    const cudaStream_t compute = make_stream(), copy = make_stream();
    const cudaEvent_t uploaded = make_event();
    float* const host = pinned_array<float>(1);
    float* const x = device_array<float>(1);
    float* const y = device_array<float>(1);
    *host = 41;
    LOCKSTEP_OK(cudaMemcpyAsync(x, host, sizeof *x, cudaMemcpyHostToDevice, copy));
    LOCKSTEP_OK(cudaEventRecord(uploaded, copy));
    if (waits) LOCKSTEP_OK(cudaStreamWaitEvent(compute, uploaded, 0));
    LOCKSTEP_OK(add_one(compute, x, y));
    LOCKSTEP_OK(cudaStreamSynchronize(compute));
    QCOMPARE(*y == 42.0F, right);
    QCOMPARE(std::isnan(*y), !right);
  }

  // The other way round: the next batch is copied over one that is still in use.
  void aBufferGivenBackTooSoonIsOverwritten_data() {
    QTest::addColumn<int>("mode");
    QTest::addColumn<bool>("waits");
    QTest::addColumn<bool>("right");
    QTest::newRow("late does not find it") << int(Mode::late) << false << true;
    QTest::newRow("early finds it") << int(Mode::early) << false << false;
    QTest::newRow("early, waits") << int(Mode::early) << true << true;
    QTest::newRow("late, waits") << int(Mode::late) << true << true;
  }
  void aBufferGivenBackTooSoonIsOverwritten() {
    QFETCH(int, mode);
    QFETCH(bool, waits);
    QFETCH(bool, right);
    set_mode(Mode(mode));
    const cudaStream_t compute = make_stream(), copy = make_stream();
    const cudaEvent_t used = make_event();
    float* const host = pinned_array<float>(1);
    float* const x = device_array<float>(2);
    *host = 7;
    LOCKSTEP_OK(set(compute, x, 1));
    LOCKSTEP_OK(add_one(compute, x, x + 1));
    LOCKSTEP_OK(cudaEventRecord(used, compute));
    if (waits) LOCKSTEP_OK(cudaStreamWaitEvent(copy, used, 0));
    LOCKSTEP_OK(cudaMemcpyAsync(x, host, sizeof *x, cudaMemcpyHostToDevice, copy));
    LOCKSTEP_OK(cudaDeviceSynchronize());
    QCOMPARE(x[1], 2.0F);
    QCOMPARE(x[0] == 7.0F, right);
  }

  void aStagingBufferThatIsChangedTooSoonShows() {
    set_mode(Mode::late);
    const cudaStream_t stream = make_stream();
    float* const x = device_array<float>(2);
    float* const pinned = pinned_array<float>(1);
    float pageable = 1;
    *pinned = 1;
    LOCKSTEP_OK(cudaMemcpyAsync(x, pinned, sizeof *x, cudaMemcpyHostToDevice, stream));
    LOCKSTEP_OK(cudaMemcpyAsync(x + 1, &pageable, sizeof *x, cudaMemcpyHostToDevice, stream));
    *pinned = 2;
    pageable = 2;
    LOCKSTEP_OK(cudaStreamSynchronize(stream));
    QCOMPARE(x[0], 2.0F);
    QCOMPARE(x[1], 1.0F);  // read when the copy was asked for
    QCOMPARE(lockstep_fakes_counters()->implicit_waits, 1);
  }

  void copiesToPageableMemoryHoldTheHostUp() {
    set_mode(Mode::late);
    const cudaStream_t stream = make_stream();
    float* const x = device_array<float>(1);
    float* const pinned = pinned_array<float>(1);
    *pinned = 0;
    float pageable = 0;
    LOCKSTEP_OK(set(stream, x, 5));
    LOCKSTEP_OK(cudaMemcpyAsync(pinned, x, sizeof *x, cudaMemcpyDeviceToHost, stream));
    QCOMPARE(*pinned, 0.0F);
    LOCKSTEP_OK(cudaMemcpyAsync(&pageable, x, sizeof *x, cudaMemcpyDeviceToHost, stream));
    QCOMPARE(pageable, 5.0F);
    QCOMPARE(lockstep_fakes_counters()->implicit_waits, 1);
    QCOMPARE(lockstep_fakes_counters()->synchronisations, 0);
  }

  void freeingWaitsForWhatUsesTheMemory() {
    set_mode(Mode::late);
    const cudaStream_t stream = make_stream();
    float* const x = device_array<float>(1);
    float* const y = device_array<float>(1);
    LOCKSTEP_OK(set(stream, x, 5));
    LOCKSTEP_OK(add_one(stream, x, y));
    LOCKSTEP_OK(cudaFree(x));
    QCOMPARE(*y, 6.0F);
    LOCKSTEP_OK(cudaStreamDestroy(stream));
  }

  void aDestroyedStreamStillWorks() {
    set_mode(Mode::late);
    const cudaStream_t stream = make_stream();
    float* const x = device_array<float>(1);
    LOCKSTEP_OK(set(stream, x, 5));
    LOCKSTEP_OK(cudaStreamDestroy(stream));
    LOCKSTEP_OK(cudaDeviceSynchronize());
    QCOMPARE(*x, 5.0F);
  }

  void handlesThatAreGoneAreNoticed() {
    const cudaStream_t stream = make_stream();
    const cudaEvent_t event = make_event();
    LOCKSTEP_OK(cudaEventDestroy(event));
    LOCKSTEP_OK(cudaStreamDestroy(stream));
    QCOMPARE(cudaStreamSynchronize(stream), cudaErrorInvalidResourceHandle);
    QVERIFY(broke("cudaStreamSynchronize: the stream"));
    QCOMPARE(cudaEventSynchronize(event), cudaErrorInvalidResourceHandle);
    QVERIFY(broke("cudaEventSynchronize: the event"));
    float x = 0;
    QCOMPARE(set(stream, &x, 1), cudaErrorInvalidResourceHandle);
    QVERIFY(broke("set: the stream"));
    QCOMPARE(cudaStreamDestroy(stream), cudaErrorInvalidResourceHandle);
    QVERIFY(broke("was destroyed"));
    QCOMPARE(cudaEventDestroy(event), cudaErrorInvalidResourceHandle);
    QVERIFY(broke("was destroyed"));
  }

  void whatIsLeftIsListed() {
    QCOMPARE(leaks(), std::string());
    const cudaStream_t stream = make_stream();
    (void)make_event();
    (void)device_array<float>(4);
    (void)device_array<float>(6);
    (void)pinned_array<float>(1);
    QCOMPARE(leaks(), std::string("1 stream, 1 event, 2 blocks of device memory (40 bytes), 1 block of pinned host memory (4 bytes)"));
    LOCKSTEP_OK(cudaStreamDestroy(stream));
    QVERIFY(leaks().starts_with("1 event"));
  }

  void timeIsMeasuredBetweenEvents() {
    const cudaStream_t stream = make_stream();
    cudaEvent_t begin = nullptr, end = nullptr;
    LOCKSTEP_OK(cudaEventCreate(&begin));
    LOCKSTEP_OK(cudaEventCreate(&end));
    LOCKSTEP_OK(cudaEventRecord(begin, stream));
    LOCKSTEP_OK(enqueue(stream, "slow", [] {
      QTest::qSleep(20);
      return std::string();
    }));
    LOCKSTEP_OK(cudaEventRecord(end, stream));
    float milliseconds = 0;
    LOCKSTEP_OK(cudaEventElapsedTime(&milliseconds, begin, end));
    QVERIFY(milliseconds >= 20);
    const cudaEvent_t untimed = make_event();
    LOCKSTEP_OK(cudaEventRecord(untimed, stream));
    QCOMPARE(cudaEventElapsedTime(&milliseconds, begin, untimed), cudaErrorInvalidResourceHandle);
  }

  void theLegacyStreamComesAfterBlockingStreams() {
    set_mode(Mode::late);
    cudaStream_t stream = nullptr;
    LOCKSTEP_OK(cudaStreamCreateWithFlags(&stream, cudaStreamDefault));
    float* const x = device_array<float>(1);
    LOCKSTEP_OK(set(stream, x, 2));
    float read = 0;
    LOCKSTEP_OK(cudaMemcpy(&read, x, sizeof read, cudaMemcpyDeviceToHost));
    QCOMPARE(read, 2.0F);
    QCOMPARE(lockstep_fakes_counters()->synchronisations, 1);
  }
};

QTEST_GUILESS_MAIN(TestFakesQueue)
#include "tst_fakes_queue.moc"
