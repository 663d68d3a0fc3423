// The fake cuDNN: its convolutions against plain loops in both layouts, what it has no code for, and each wrong call.
#include <cudnn.h>

#include <cmath>
#include <random>

#include "fakes_test.h"
#include "tests/cuda/fakes/counters.h"

using namespace lockstep::fakes;
using namespace lockstep::fakes::test;

namespace {

#define LOCKSTEP_DNN_OK(call) QCOMPARE(call, CUDNN_STATUS_SUCCESS)

/// x [n, c, h, w] with k filters of [c / groups, r, s].
struct Geometry {
  int n, c, h, w, k, r, s;
  int groups = 1;
  int padding[2] = {0, 0};
  int stride[2] = {1, 1};
  int dilation[2] = {1, 1};

  [[nodiscard]] int out(int axis) const {
    const int size = axis == 0 ? h : w, window = axis == 0 ? r : s;
    return (size + 2 * padding[axis] - dilation[axis] * (window - 1) - 1) / stride[axis] + 1;
  }
};

/// A tensor of four axes in either layout.
template <class T>
struct Array {
  T* data = nullptr;
  int dims[4] = {};
  bool nhwc = false;

  T& operator()(int a, int b, int c, int d) const {
    return nhwc ? data[((a * dims[2] + c) * dims[3] + d) * dims[1] + b] : data[((a * dims[1] + b) * dims[2] + c) * dims[3] + d];
  }
  [[nodiscard]] std::size_t size() const { return static_cast<std::size_t>(dims[0] * dims[1]) * static_cast<std::size_t>(dims[2] * dims[3]); }
};

template <class T>
struct Convolution {
  Geometry g;
  bool nhwc = true;
  cudnnMathType_t math = CUDNN_FMA_MATH;
  std::mt19937 random{5};

  Array<T> x{}, w{}, y{};
  cudnnHandle_t handle = nullptr;
  cudnnTensorDescriptor_t dx = nullptr, dy = nullptr, db = nullptr;
  cudnnFilterDescriptor_t dw = nullptr;
  cudnnConvolutionDescriptor_t dc = nullptr;
  void* workspace = nullptr;
  std::size_t workspace_bytes = 0;
  T alpha = 1, beta = 0;

  static constexpr cudnnDataType_t type = sizeof(T) == 8 ? CUDNN_DATA_DOUBLE : CUDNN_DATA_FLOAT;

  Array<T> array(int a, int b, int c, int d) {
    Array<T> out{nullptr, {a, b, c, d}, nhwc};
    out.data = device_array<T>(out.size());
    for (std::size_t i = 0; i < out.size(); ++i) out.data[i] = static_cast<T>(static_cast<double>(random() % 2001) / 1000 - 1);
    return out;
  }

  void make() {
    const cudnnTensorFormat_t format = nhwc ? CUDNN_TENSOR_NHWC : CUDNN_TENSOR_NCHW;
    x = array(g.n, g.c, g.h, g.w);
    w = array(g.k, g.c / g.groups, g.r, g.s);
    y = array(g.n, g.k, g.out(0), g.out(1));
    (void)cudnnCreate(&handle);
    (void)cudnnCreateTensorDescriptor(&dx);
    (void)cudnnCreateTensorDescriptor(&dy);
    (void)cudnnCreateTensorDescriptor(&db);
    (void)cudnnCreateFilterDescriptor(&dw);
    (void)cudnnCreateConvolutionDescriptor(&dc);
    (void)cudnnSetTensor4dDescriptor(dx, format, type, g.n, g.c, g.h, g.w);
    (void)cudnnSetTensor4dDescriptor(dy, format, type, g.n, g.k, g.out(0), g.out(1));
    (void)cudnnSetTensor4dDescriptor(db, format, type, 1, g.k, 1, 1);
    (void)cudnnSetFilter4dDescriptor(dw, type, format, g.k, g.c / g.groups, g.r, g.s);
    (void)cudnnSetConvolution2dDescriptor(dc, g.padding[0], g.padding[1], g.stride[0], g.stride[1], g.dilation[0], g.dilation[1], CUDNN_CROSS_CORRELATION, type);
    (void)cudnnSetConvolutionGroupCount(dc, g.groups);
    (void)cudnnSetConvolutionMathType(dc, math);
  }

  void make_workspace(std::size_t bytes) {
    workspace_bytes = bytes;
    workspace = bytes == 0 ? nullptr : device_array<unsigned char>(bytes);
  }

  cudnnStatus_t forward(cudnnConvolutionFwdAlgo_t algorithm = CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_PRECOMP_GEMM) {
    std::size_t bytes = 0;
    if (const cudnnStatus_t status = cudnnGetConvolutionForwardWorkspaceSize(handle, dx, dw, dc, dy, algorithm, &bytes); status != CUDNN_STATUS_SUCCESS) return status;
    make_workspace(bytes);
    return cudnnConvolutionForward(handle, &alpha, dx, x.data, dw, w.data, dc, algorithm, workspace, workspace_bytes, &beta, dy, y.data);
  }
  cudnnStatus_t backward_data() {
    std::size_t bytes = 0;
    (void)cudnnGetConvolutionBackwardDataWorkspaceSize(handle, dw, dy, dc, dx, CUDNN_CONVOLUTION_BWD_DATA_ALGO_1, &bytes);
    make_workspace(bytes);
    return cudnnConvolutionBackwardData(handle, &alpha, dw, w.data, dy, y.data, dc, CUDNN_CONVOLUTION_BWD_DATA_ALGO_1, workspace, bytes, &beta, dx, x.data);
  }
  cudnnStatus_t backward_filter() {
    std::size_t bytes = 0;
    (void)cudnnGetConvolutionBackwardFilterWorkspaceSize(handle, dx, dy, dc, dw, CUDNN_CONVOLUTION_BWD_FILTER_ALGO_1, &bytes);
    make_workspace(bytes);
    return cudnnConvolutionBackwardFilter(handle, &alpha, dx, x.data, dy, y.data, dc, CUDNN_CONVOLUTION_BWD_FILTER_ALGO_1, workspace, bytes, &beta, dw, w.data);
  }

  /// Calls `visit(image, out channel, oy, ox, channel in group, r, s, input channel, iy, ix)` for all products of the convolution.
  template <class Visit>
  void each(const Visit& visit) const {
    const int outputs = g.k / g.groups, channels = g.c / g.groups;
    for (int n = 0; n < g.n; ++n)
      for (int k = 0; k < g.k; ++k)
        for (int oy = 0; oy < g.out(0); ++oy)
          for (int ox = 0; ox < g.out(1); ++ox)
            for (int c = 0; c < channels; ++c)
              for (int r = 0; r < g.r; ++r)
                for (int s = 0; s < g.s; ++s) {
                  const int iy = oy * g.stride[0] - g.padding[0] + r * g.dilation[0], ix = ox * g.stride[1] - g.padding[1] + s * g.dilation[1];
                  if (iy >= 0 && iy < g.h && ix >= 0 && ix < g.w) visit(n, k, oy, ox, c, r, s, k / outputs * channels + c, iy, ix);
                }
  }

  /// `beta` times what the array holds, in double and on the host.
  std::vector<double> scaled(const Array<T>& array) const {
    std::vector<double> out(array.size());
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = beta == 0 ? 0 : static_cast<double>(beta * array.data[i]);
    return out;
  }
  /// Largest difference, relative to the largest value.
  static double worst(const Array<T>& got, const std::vector<double>& expected) {
    double most = 0, largest = 0;
    for (std::size_t i = 0; i < expected.size(); ++i) {
      most = std::max(most, std::fabs(static_cast<double>(got.data[i]) - expected[i]));
      largest = std::max(largest, std::fabs(expected[i]));
    }
    return most / largest;
  }
  static std::size_t place(const Array<T>& array, int a, int b, int c, int d) { return static_cast<std::size_t>(&array(a, b, c, d) - array.data); }
};

const std::vector<Geometry>& geometries() {
  static const std::vector<Geometry> all{
      {2, 3, 7, 6, 4, 3, 3},
      {2, 3, 7, 6, 5, 3, 2, 1, {1, 2}},
      {1, 2, 9, 9, 3, 3, 3, 1, {1, 1}, {2, 3}},
      {2, 2, 10, 9, 3, 3, 2, 1, {2, 0}, {1, 2}, {2, 3}},
      {2, 6, 5, 5, 4, 3, 3, 2, {1, 1}},
      {1, 4, 6, 6, 4, 3, 3, 4, {1, 1}, {2, 2}},
      {3, 20, 4, 4, 33, 1, 1},
  };
  return all;
}

}  // namespace

class TestFakesCudnn : public QObject {
  Q_OBJECT

  template <class T>
  void check_all(bool nhwc, double tolerance) {
    for (const Geometry& geometry : geometries()) {
      for (const T beta : {T{0}, static_cast<T>(0.5)}) {
        Convolution<T> c{geometry, nhwc};
        c.beta = beta;
        c.alpha = 2;
        const auto alpha = static_cast<double>(c.alpha);
        c.make();
        std::vector<double> y = c.scaled(c.y);
        c.each([&](int n, int k, int oy, int ox, int ci, int r, int s, int cx, int iy, int ix) {
          y[c.place(c.y, n, k, oy, ox)] += alpha * static_cast<double>(c.x(n, cx, iy, ix)) * static_cast<double>(c.w(k, ci, r, s));
        });
        LOCKSTEP_DNN_OK(c.forward());
        QVERIFY(c.worst(c.y, y) < tolerance);

        std::vector<double> x = c.scaled(c.x);
        c.each([&](int n, int k, int oy, int ox, int ci, int r, int s, int cx, int iy, int ix) {
          x[c.place(c.x, n, cx, iy, ix)] += alpha * static_cast<double>(c.y(n, k, oy, ox)) * static_cast<double>(c.w(k, ci, r, s));
        });
        LOCKSTEP_DNN_OK(c.backward_data());
        QVERIFY(c.worst(c.x, x) < tolerance);

        c.x = c.array(geometry.n, geometry.c, geometry.h, geometry.w);
        std::vector<double> w = c.scaled(c.w);
        c.each([&](int n, int k, int oy, int ox, int ci, int r, int s, int cx, int iy, int ix) {
          w[c.place(c.w, k, ci, r, s)] += alpha * static_cast<double>(c.y(n, k, oy, ox)) * static_cast<double>(c.x(n, cx, iy, ix));
        });
        LOCKSTEP_DNN_OK(c.backward_filter());
        QVERIFY(c.worst(c.w, w) < tolerance);
      }
    }
  }

 private slots:
  void init() {
    LOCKSTEP_OK(cudaDeviceReset());
    reset();
    set_mode(Mode::eager);
  }
  void cleanup() { QVERIFY2(violations().empty(), lockstep_fakes_violations()); }

  void channelsLast() { check_all<float>(true, 1e-6); }
  void channelsFirst() { check_all<float>(false, 1e-6); }
  void doublePrecision() {
    check_all<double>(false, 2e-15);
    QCOMPARE(lockstep_fakes_counters()->convolutions, static_cast<std::int64_t>(geometries().size() * 2 * 3));
  }

  void biasAndActivation() {
    for (const bool relu : {false, true}) {
      Convolution<float> c{geometries()[1], true};
      c.make();
      LOCKSTEP_DNN_OK(c.forward());
      std::vector<float> plain(c.y.data, c.y.data + c.y.size());
      const Array<float> bias = c.array(1, c.g.k, 1, 1);
      const Array<float> added = c.array(c.g.n, c.g.k, c.g.out(0), c.g.out(1));
      cudnnActivationDescriptor_t activation = nullptr;
      LOCKSTEP_DNN_OK(cudnnCreateActivationDescriptor(&activation));
      LOCKSTEP_DNN_OK(cudnnSetActivationDescriptor(activation, relu ? CUDNN_ACTIVATION_RELU : CUDNN_ACTIVATION_IDENTITY, CUDNN_PROPAGATE_NAN, 0));
      const float share = 0.25F;
      LOCKSTEP_DNN_OK(cudnnConvolutionBiasActivationForward(c.handle, &c.alpha, c.dx, c.x.data, c.dw, c.w.data, c.dc, CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_PRECOMP_GEMM, c.workspace,
                                                            c.workspace_bytes, &share, c.dy, added.data, c.db, bias.data, activation, c.dy, c.y.data));
      for (std::size_t i = 0; i < plain.size(); ++i) {
        const float sum = plain[i] + share * added.data[i] + bias.data[i % static_cast<std::size_t>(c.g.k)];
        QCOMPARE(c.y.data[i], relu ? std::max(sum, 0.0F) : sum);
      }
      const cudnnStatus_t status = cudnnConvolutionBiasActivationForward(c.handle, &c.alpha, c.dx, c.x.data, c.dw, c.w.data, c.dc, CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_GEMM, nullptr, 0,
                                                                         &c.beta, c.dy, c.y.data, c.db, bias.data, activation, c.dy, c.y.data);
      QCOMPARE(status, relu ? CUDNN_STATUS_SUCCESS : CUDNN_STATUS_NOT_SUPPORTED);
    }
  }

  void biasGradient() {
    Convolution<float> c{geometries()[0], true};
    c.make();
    const Array<float> bias = c.array(1, c.g.k, 1, 1);
    LOCKSTEP_DNN_OK(cudnnConvolutionBackwardBias(c.handle, &c.alpha, c.dy, c.y.data, &c.beta, c.db, bias.data));
    for (int k = 0; k < c.g.k; ++k) {
      double sum = 0;
      for (std::size_t i = static_cast<std::size_t>(k); i < c.y.size(); i += static_cast<std::size_t>(c.g.k)) sum += static_cast<double>(c.y.data[i]);
      QVERIFY(std::fabs(static_cast<double>(bias.data[k]) - sum) < 1e-5);
    }
  }

  void tf32UnlessItIsForbidden() {
    for (const cudnnMathType_t math : {CUDNN_FMA_MATH, CUDNN_DEFAULT_MATH, CUDNN_TENSOR_OP_MATH}) {
      Convolution<float> c{{1, 1, 1, 1, 1, 1, 1}, true, math};
      c.make();
      c.x.data[0] = 1 + std::ldexp(1.0F, -12);
      c.w.data[0] = 1;
      LOCKSTEP_DNN_OK(c.forward());
      QCOMPARE(c.y.data[0], math == CUDNN_FMA_MATH ? c.x.data[0] : 1.0F);
    }
  }

  void theHeuristicNamesWhatIsNotDeterministic() {
    Convolution<float> c{geometries()[0], true};
    c.make();
    cudnnConvolutionFwdAlgoPerf_t forward[8];
    cudnnConvolutionBwdDataAlgoPerf_t data[8];
    cudnnConvolutionBwdFilterAlgoPerf_t filter[8];
    int count = 0;
    LOCKSTEP_DNN_OK(cudnnGetConvolutionForwardAlgorithm_v7(c.handle, c.dx, c.dw, c.dc, c.dy, 8, &count, forward));
    QCOMPARE(count, 2);
    QVERIFY(forward[0].status == CUDNN_STATUS_SUCCESS && forward[0].determinism == CUDNN_DETERMINISTIC && forward[0].mathType == CUDNN_FMA_MATH);
    std::size_t bytes = 0;
    LOCKSTEP_DNN_OK(cudnnGetConvolutionForwardWorkspaceSize(c.handle, c.dx, c.dw, c.dc, c.dy, forward[0].algo, &bytes));
    QCOMPARE(bytes, forward[0].memory);
    LOCKSTEP_DNN_OK(cudnnGetConvolutionBackwardDataAlgorithm_v7(c.handle, c.dw, c.dy, c.dc, c.dx, 8, &count, data));
    QCOMPARE(count, 2);
    QCOMPARE(data[0].determinism, CUDNN_NON_DETERMINISTIC);
    QCOMPARE(data[1].determinism, CUDNN_DETERMINISTIC);
    LOCKSTEP_DNN_OK(cudnnGetConvolutionBackwardFilterAlgorithm_v7(c.handle, c.dx, c.dy, c.dc, c.dw, 8, &count, filter));
    QCOMPARE(count, 3);
    QCOMPARE(filter[0].determinism, CUDNN_NON_DETERMINISTIC);
    QCOMPARE(filter[2].status, CUDNN_STATUS_NOT_SUPPORTED);
    LOCKSTEP_DNN_OK(cudnnGetConvolutionBackwardFilterAlgorithm_v7(c.handle, c.dx, c.dy, c.dc, c.dw, 1, &count, filter));
    QCOMPARE(count, 1);
  }

  void doubleHasNoChannelsLast() {
    Convolution<double> c{geometries()[0], true};
    c.make();
    QCOMPARE(c.forward(), CUDNN_STATUS_NOT_SUPPORTED);
    char text[128] = {};
    cudnnGetLastErrorString(text, sizeof text);
    QVERIFY2(QString(text).contains("there is no f64 convolution in NHWC"), text);
    cudnnConvolutionFwdAlgoPerf_t results[8];
    int count = 0;
    LOCKSTEP_DNN_OK(cudnnGetConvolutionForwardAlgorithm_v7(c.handle, c.dx, c.dw, c.dc, c.dy, 8, &count, results));
    for (int i = 0; i < count; ++i) QCOMPARE(results[i].status, CUDNN_STATUS_NOT_SUPPORTED);
  }

  void wrongCallsAreTold_data() {
    QTest::addColumn<QString>("what");
    QTest::addColumn<QString>("says");
    QTest::newRow("x is too small") << "small" << "x: 1008 bytes from byte 4 of a block of 1008 bytes reach 4 bytes past its end";
    QTest::newRow("host memory") << "host" << "w: ";
    QTest::newRow("output shape") << "shape" << "the output is [2, 4, 6, 4] and should be [2, 4, 5, 4]";
    QTest::newRow("groups") << "groups" << "3 channels in 2 groups and a filter [4, 3, …] do not fit";
    QTest::newRow("in place") << "over" << "y lies over x";
    QTest::newRow("workspace") << "workspace" << "the algorithm needs a workspace of 688 bytes and was given 687";
    QTest::newRow("destroyed") << "destroyed" << "a descriptor was not created, or was destroyed";
    QTest::newRow("never set") << "unset" << "a descriptor was never set";
  }
  void wrongCallsAreTold() {
    QFETCH(QString, what);
    QFETCH(QString, says);
    Convolution<float> c{geometries()[0], true};
    c.make();
    std::vector<float> host(500);
    if (what == "small") c.x.data += 1;
    if (what == "host") c.w.data = host.data();
    if (what == "shape") LOCKSTEP_DNN_OK(cudnnSetTensor4dDescriptor(c.dy, CUDNN_TENSOR_NHWC, CUDNN_DATA_FLOAT, 2, 4, 6, 4));
    if (what == "groups") LOCKSTEP_DNN_OK(cudnnSetConvolutionGroupCount(c.dc, 2));
    if (what == "over") {
      c.x.data = device_array<float>(800);
      std::fill(c.x.data, c.x.data + 800, 0.0F);
      c.y.data = c.x.data + 1;
    }
    if (what == "destroyed") LOCKSTEP_DNN_OK(cudnnDestroyTensorDescriptor(c.dx));
    if (what == "unset") {
      LOCKSTEP_DNN_OK(cudnnDestroyTensorDescriptor(c.dx));
      LOCKSTEP_DNN_OK(cudnnCreateTensorDescriptor(&c.dx));
    }
    if (what == "workspace") {
      LOCKSTEP_DNN_OK(c.forward());
      QCOMPARE(cudnnConvolutionForward(c.handle, &c.alpha, c.dx, c.x.data, c.dw, c.w.data, c.dc, CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_PRECOMP_GEMM, c.workspace, c.workspace_bytes - 1,
                                       &c.beta, c.dy, c.y.data),
               CUDNN_STATUS_BAD_PARAM);
    } else {
      QCOMPARE(c.forward(), CUDNN_STATUS_BAD_PARAM);
    }
    QVERIFY(broke(qPrintable(says)));
  }

  void workIsDoneInTheHandlesStream() {
    set_mode(Mode::late);
    Convolution<float> c{geometries()[0], true};
    c.make();
    const cudaStream_t stream = make_stream();
    LOCKSTEP_DNN_OK(cudnnSetStream(c.handle, stream));
    LOCKSTEP_OK(cudaMemset(c.y.data, 0xFF, c.y.size() * sizeof(float)));
    LOCKSTEP_DNN_OK(c.forward());
    QVERIFY(std::isnan(c.y.data[0]));
    LOCKSTEP_OK(cudaStreamSynchronize(stream));
    QVERIFY(!std::isnan(c.y.data[0]));
  }

  void failuresOnDemand() {
    Convolution<float> c{geometries()[0], true};
    c.make();
    QVERIFY(lockstep_fakes_set_fault("cudnn:2"));
    LOCKSTEP_DNN_OK(c.forward());
    QCOMPARE(c.forward(), CUDNN_STATUS_EXECUTION_FAILED);
    LOCKSTEP_DNN_OK(c.forward());
    QVERIFY(lockstep_fakes_set_fault("cudnn_unsupported"));
    QCOMPARE(c.forward(), CUDNN_STATUS_NOT_SUPPORTED);
    QVERIFY(lockstep_fakes_set_fault("cudnn_create"));
    cudnnHandle_t handle = nullptr;
    QCOMPARE(cudnnCreate(&handle), CUDNN_STATUS_NOT_INITIALIZED);
    LOCKSTEP_DNN_OK(cudnnDestroy(c.handle));
    QCOMPARE(cudnnDestroy(c.handle), CUDNN_STATUS_BAD_PARAM);
    QVERIFY(broke("cudnnDestroy: the handle was not created, or was destroyed"));
  }
};

QTEST_GUILESS_MAIN(TestFakesCudnn)
#include "tst_fakes_cudnn.moc"
