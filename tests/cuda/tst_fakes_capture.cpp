// Captures: the queue becomes a graph that is replayed, and what can be no part of one is refused with CUDA's own codes.
#include <thread>

#include "fakes_test.h"
#include "tests/cuda/fakes/counters.h"

using namespace lockstep::fakes;
using namespace lockstep::fakes::test;

class TestFakesCapture : public QObject {
  Q_OBJECT

  static cudaError_t begin(cudaStream_t stream, cudaStreamCaptureMode mode = cudaStreamCaptureModeThreadLocal) { return cudaStreamBeginCapture(stream, mode); }

  /// That the capture is lost, and over.
  static bool is_lost(cudaStream_t stream) {
    cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
    (void)cudaStreamIsCapturing(stream, &status);
    cudaGraph_t graph = nullptr;
    const bool lost = status == cudaStreamCaptureStatusInvalidated && cudaStreamEndCapture(stream, &graph) == cudaErrorStreamCaptureInvalidated && graph == nullptr;
    (void)cudaStreamIsCapturing(stream, &status);
    return lost && status == cudaStreamCaptureStatusNone;
  }

 private slots:
  void init() {
    LOCKSTEP_OK(cudaDeviceReset());
    reset();
    set_mode(Mode::eager);
  }
  void cleanup() { QVERIFY2(violations().empty(), lockstep_fakes_violations()); }

  void aGraphIsReplayedWithWhatItsInputsHoldThen_data() {
    QTest::addColumn<int>("mode");
    QTest::newRow("eager") << int(Mode::eager);
    QTest::newRow("late") << int(Mode::late);
    QTest::newRow("early") << int(Mode::early);
    QTest::newRow("random") << int(Mode::random);
  }
  void aGraphIsReplayedWithWhatItsInputsHoldThen() {
    QFETCH(int, mode);
    set_mode(Mode(mode));
    const cudaStream_t stream = make_stream();
    float* const x = device_array<float>(2);
    float* const pinned = pinned_array<float>(1);
    LOCKSTEP_OK(begin(stream));
    LOCKSTEP_OK(add_one(stream, x, x + 1));
    LOCKSTEP_OK(cudaMemcpyAsync(pinned, x + 1, sizeof *x, cudaMemcpyDeviceToHost, stream));
    cudaGraph_t graph = nullptr;
    LOCKSTEP_OK(cudaStreamEndCapture(stream, &graph));
    LOCKSTEP_OK(cudaStreamSynchronize(stream));
    QVERIFY(std::isnan(x[1]));  // capturing does nothing
    cudaGraphExec_t executable = nullptr;
    LOCKSTEP_OK(cudaGraphInstantiate(&executable, graph, 0));
    LOCKSTEP_OK(cudaGraphDestroy(graph));
    for (const float value : {4.0F, 8.0F}) {
      LOCKSTEP_OK(set(stream, x, value));
      LOCKSTEP_OK(cudaGraphLaunch(executable, stream));
      LOCKSTEP_OK(cudaStreamSynchronize(stream));
      QCOMPARE(*pinned, value + 1);
    }
    LOCKSTEP_OK(cudaGraphExecDestroy(executable));
    QCOMPARE(lockstep_fakes_counters()->graph_launches, 2);
    QCOMPARE(lockstep_fakes_counters()->captures, 1);
    QCOMPARE(lockstep_fakes_counters()->launches, 4);
    QCOMPARE(lockstep_fakes_counters()->enqueued, 3);
    QCOMPARE(cudaGraphLaunch(executable, stream), cudaErrorInvalidValue);
    QVERIFY(broke("no such executable graph"));
  }

  void waitingAndAskingWhileCapturingLosesTheCapture_data() {
    QTest::addColumn<QString>("what");
    for (const char* what : {"cudaStreamSynchronize", "cudaStreamQuery", "cudaDeviceSynchronize", "cudaMalloc", "cudaFree", "cudaHostAlloc", "cudaFreeHost",
                             "cudaEventQuery", "cudaEventSynchronize", "cudaMemcpyAsync", "cudaMemcpy"}) {
      QTest::newRow(what) << what;
    }
  }
  void waitingAndAskingWhileCapturingLosesTheCapture() {
    QFETCH(QString, what);
    const cudaStream_t stream = make_stream();
    const cudaEvent_t event = make_event();
    float* x = device_array<float>(1);
    float* pinned = pinned_array<float>(1);
    float pageable = 0;
    void* block = nullptr;
    LOCKSTEP_OK(begin(stream));
    LOCKSTEP_OK(set(stream, x, 1));
    cudaError_t status = cudaSuccess;
    if (what == "cudaStreamSynchronize") status = cudaStreamSynchronize(stream);
    if (what == "cudaStreamQuery") status = cudaStreamQuery(stream);
    if (what == "cudaDeviceSynchronize") status = cudaDeviceSynchronize();
    if (what == "cudaMalloc") status = cudaMalloc(&block, 4);
    if (what == "cudaFree") status = cudaFree(x);
    if (what == "cudaHostAlloc") status = cudaHostAlloc(&block, 4, cudaHostAllocDefault);
    if (what == "cudaFreeHost") status = cudaFreeHost(pinned);
    if (what == "cudaEventQuery") status = cudaEventQuery(event);
    if (what == "cudaEventSynchronize") status = cudaEventSynchronize(event);
    if (what == "cudaMemcpyAsync") status = cudaMemcpyAsync(x, &pageable, sizeof pageable, cudaMemcpyHostToDevice, stream);
    if (what == "cudaMemcpy") status = cudaMemcpy(&pageable, x, sizeof pageable, cudaMemcpyDeviceToHost);
    QCOMPARE(status, cudaErrorStreamCaptureUnsupported);
    QVERIFY(broke(qPrintable(what)));
    QCOMPARE(set(stream, x, 2), cudaErrorStreamCaptureInvalidated);
    QVERIFY(is_lost(stream));
  }

  void memoryMayBeHadWhileARelaxedThreadCaptures() {
    const cudaStream_t stream = make_stream();
    LOCKSTEP_OK(begin(stream));
    cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;
    LOCKSTEP_OK(cudaThreadExchangeStreamCaptureMode(&mode));
    QCOMPARE(mode, cudaStreamCaptureModeGlobal);
    void* block = nullptr;
    LOCKSTEP_OK(cudaMalloc(&block, 4));
    LOCKSTEP_OK(cudaThreadExchangeStreamCaptureMode(&mode));
    cudaGraph_t graph = nullptr;
    LOCKSTEP_OK(cudaStreamEndCapture(stream, &graph));
  }

  void anotherThreadIsHeldUpByGlobalCapturesOnly() {
    const cudaStream_t stream = make_stream();
    for (const auto mode : {cudaStreamCaptureModeThreadLocal, cudaStreamCaptureModeGlobal}) {
      LOCKSTEP_OK(begin(stream, mode));
      cudaError_t status = cudaSuccess;
      std::thread([&] {
        void* block = nullptr;
        status = cudaMalloc(&block, 4);
      }).join();
      QCOMPARE(status, mode == cudaStreamCaptureModeGlobal ? cudaErrorStreamCaptureUnsupported : cudaSuccess);
      cudaGraph_t graph = nullptr;
      (void)cudaStreamEndCapture(stream, &graph);
      forget_violations();
    }
  }

  void otherStreamsJoinByEventsAndMustComeBack_data() {
    QTest::addColumn<bool>("joins");
    QTest::newRow("joined") << true;
    QTest::newRow("unjoined") << false;
  }
  void otherStreamsJoinByEventsAndMustComeBack() {
    QFETCH(bool, joins);
    const cudaStream_t first = make_stream(), second = make_stream();
    const cudaEvent_t fork = make_event(), join = make_event();
    float* const x = device_array<float>(3);
    LOCKSTEP_OK(begin(first));
    LOCKSTEP_OK(set(first, x, 1));
    LOCKSTEP_OK(cudaEventRecord(fork, first));
    LOCKSTEP_OK(cudaStreamWaitEvent(second, fork, 0));
    LOCKSTEP_OK(add_one(second, x, x + 1));
    LOCKSTEP_OK(add_one(first, x, x + 2));
    if (joins) {
      LOCKSTEP_OK(cudaEventRecord(join, second));
      LOCKSTEP_OK(cudaStreamWaitEvent(first, join, 0));
    }
    cudaGraph_t graph = nullptr;
    QCOMPARE(cudaStreamEndCapture(first, &graph), joins ? cudaSuccess : cudaErrorStreamCaptureUnjoined);
    if (!joins) {
      QVERIFY(broke("never joined (904)"));
      return;
    }
    cudaGraphExec_t executable = nullptr;
    LOCKSTEP_OK(cudaGraphInstantiate(&executable, graph, 0));
    for (const auto mode : {Mode::eager, Mode::late, Mode::random}) {
      set_mode(mode, 3);
      x[1] = x[2] = 0;
      LOCKSTEP_OK(cudaGraphLaunch(executable, second));
      LOCKSTEP_OK(cudaStreamSynchronize(second));
      QCOMPARE(x[1], 2.0F);
      QCOMPARE(x[2], 2.0F);
    }
  }

  // Two branches without an edge: what the one writes and the other reads shows in another order than the captured one.
  void aGraphsBranchesAreDoneInAnAdverseOrder() {
    const cudaStream_t first = make_stream(), second = make_stream();
    const cudaEvent_t fork = make_event(), join = make_event();
    float* const x = device_array<float>(2);
    LOCKSTEP_OK(begin(first));
    LOCKSTEP_OK(cudaEventRecord(fork, first));
    LOCKSTEP_OK(cudaStreamWaitEvent(second, fork, 0));
    LOCKSTEP_OK(set(first, x, 1));
    LOCKSTEP_OK(add_one(second, x, x + 1));  // reads what is not ordered before it
    LOCKSTEP_OK(cudaEventRecord(join, second));
    LOCKSTEP_OK(cudaStreamWaitEvent(first, join, 0));
    cudaGraph_t graph = nullptr;
    LOCKSTEP_OK(cudaStreamEndCapture(first, &graph));
    cudaGraphExec_t executable = nullptr;
    LOCKSTEP_OK(cudaGraphInstantiate(&executable, graph, 0));
    LOCKSTEP_OK(cudaGraphLaunch(executable, first));
    QCOMPARE(x[1], 2.0F);
    LOCKSTEP_OK(cudaMemset(x, 0xFF, sizeof *x));
    set_mode(Mode::late);
    LOCKSTEP_OK(cudaGraphLaunch(executable, first));
    LOCKSTEP_OK(cudaStreamSynchronize(first));
    QVERIFY(std::isnan(x[1]));
  }

  void whatWasNotCapturedCanNotBeWaitedFor() {
    const cudaStream_t stream = make_stream(), other = make_stream();
    const cudaEvent_t event = make_event();
    LOCKSTEP_OK(cudaEventRecord(event, other));
    LOCKSTEP_OK(begin(stream));
    QCOMPARE(cudaStreamWaitEvent(stream, event, 0), cudaErrorStreamCaptureIsolation);
    QVERIFY(broke("(905)"));
    QVERIFY(is_lost(stream));
  }

  void twoCapturesStayApart() {
    const cudaStream_t a = make_stream(), b = make_stream();
    const cudaEvent_t event = make_event();
    LOCKSTEP_OK(begin(a));
    LOCKSTEP_OK(begin(b));
    LOCKSTEP_OK(cudaEventRecord(event, a));
    QCOMPARE(cudaStreamWaitEvent(b, event, 0), cudaErrorStreamCaptureMerge);
    QVERIFY(broke("(902)"));
    QVERIFY(is_lost(a));
    QVERIFY(is_lost(b));
  }

  void eventsOfACaptureAreNothingToWaitFor() {
    const cudaStream_t stream = make_stream();
    const cudaEvent_t event = make_event();
    LOCKSTEP_OK(begin(stream));
    LOCKSTEP_OK(cudaEventRecord(event, stream));
    cudaGraph_t graph = nullptr;
    LOCKSTEP_OK(cudaStreamEndCapture(stream, &graph));
    QCOMPARE(cudaEventSynchronize(event), cudaErrorCapturedEvent);
    QVERIFY(broke("(907)"));
    QCOMPARE(cudaStreamWaitEvent(stream, event, 0), cudaErrorCapturedEvent);
    QVERIFY(broke("(907)"));
    LOCKSTEP_OK(cudaEventRecord(event, stream));
    LOCKSTEP_OK(cudaEventSynchronize(event));
  }

  void aCaptureEndsWhereItBegan() {
    const cudaStream_t first = make_stream(), second = make_stream();
    const cudaEvent_t fork = make_event();
    cudaGraph_t graph = nullptr;
    QCOMPARE(cudaStreamEndCapture(first, &graph), cudaErrorIllegalState);
    QVERIFY(broke("does not capture"));
    LOCKSTEP_OK(begin(first));
    QCOMPARE(begin(first), cudaErrorIllegalState);
    QVERIFY(broke("captures already"));
    LOCKSTEP_OK(cudaEventRecord(fork, first));
    LOCKSTEP_OK(cudaStreamWaitEvent(second, fork, 0));
    QCOMPARE(cudaStreamEndCapture(second, &graph), cudaErrorStreamCaptureUnmatched);
    QVERIFY(broke("(903)"));
    cudaError_t status = cudaSuccess;
    std::thread([&] { status = cudaStreamEndCapture(first, &graph); }).join();
    QCOMPARE(status, cudaErrorStreamCaptureWrongThread);
    QVERIFY(broke("(908)"));
    LOCKSTEP_OK(cudaStreamEndCapture(first, &graph));
  }

  void theLegacyStreamStaysOutOfIt() {
    cudaStream_t blocking = nullptr;
    LOCKSTEP_OK(cudaStreamCreateWithFlags(&blocking, cudaStreamDefault));
    QCOMPARE(begin(nullptr), cudaErrorStreamCaptureUnsupported);
    QVERIFY(broke("legacy default stream"));
    LOCKSTEP_OK(begin(blocking));
    float* const x = static_cast<float*>(static_cast<void*>(&blocking));
    QCOMPARE(set(nullptr, x, 1), cudaErrorStreamCaptureImplicit);
    QVERIFY(broke("(906)"));
    QVERIFY(is_lost(blocking));
  }
};

QTEST_GUILESS_MAIN(TestFakesCapture)
#include "tst_fakes_capture.moc"
