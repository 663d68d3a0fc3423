// The fake cuBLASLt: its products against plain loops in every layout, its epilogues against their definitions, and each way
// to call it wrongly.
#include <cublasLt.h>

#include <cmath>
#include <random>

#include "fakes_test.h"
#include "tests/cuda/fakes/counters.h"

using namespace lockstep::fakes;
using namespace lockstep::fakes::test;

namespace {

template <class T>
constexpr cudaDataType type_of = sizeof(T) == 8 ? CUDA_R_64F : CUDA_R_32F;

/// One product with everything that a call needs, in device memory.
template <class T>
struct Product {
  std::size_t m, n, k;
  bool transa = false, transb = false;
  cublasComputeType_t compute = sizeof(T) == 8 ? CUBLAS_COMPUTE_64F : CUBLAS_COMPUTE_32F;
  std::uint32_t epilogue = CUBLASLT_EPILOGUE_DEFAULT;
  std::int32_t order = CUBLASLT_ORDER_COL;
  std::int64_t padding = 0;
  T alpha = 1, beta = 0;
  std::int64_t mask_ld = 128;
  std::size_t max_workspace = 1 << 20;
  std::uint32_t reduction_mask = CUBLASLT_REDUCTION_SCHEME_MASK;

  T *a = nullptr, *b = nullptr, *c = nullptr, *d = nullptr, *bias = nullptr;
  unsigned char* mask = nullptr;
  void* workspace = nullptr;
  std::size_t workspace_bytes = 0;
  cublasLtHandle_t handle = nullptr;
  cublasLtMatmulDesc_t desc = nullptr;
  cublasLtMatrixLayout_t la = nullptr, lb = nullptr, lc = nullptr;
  cublasLtMatmulHeuristicResult_t result{};
  int results = 0;
  std::vector<cublasLtMatrixLayout_t> made{};

  ~Product() {
    for (const cublasLtMatrixLayout_t one : made) (void)cublasLtMatrixLayoutDestroy(one);
    (void)cublasLtMatmulDescDestroy(desc);
  }

  [[nodiscard]] std::size_t rows_a() const { return transa ? k : m; }
  [[nodiscard]] std::size_t rows_b() const { return transb ? n : k; }
  [[nodiscard]] std::size_t index(std::size_t row, std::size_t col, std::size_t rows, std::size_t cols) const {
    const auto pad = static_cast<std::size_t>(padding);
    return order == CUBLASLT_ORDER_COL ? col * (rows + pad) + row : row * (cols + pad) + col;
  }
  [[nodiscard]] T op_a(std::size_t i, std::size_t x) const { return transa ? a[index(x, i, k, m)] : a[index(i, x, m, k)]; }
  [[nodiscard]] T op_b(std::size_t x, std::size_t j) const { return transb ? b[index(j, x, n, k)] : b[index(x, j, k, n)]; }
  [[nodiscard]] T& at_d(std::size_t i, std::size_t j) const { return d[index(i, j, m, n)]; }
  [[nodiscard]] T at_c(std::size_t i, std::size_t j) const { return c[index(i, j, m, n)]; }

  T* matrix(std::size_t rows, std::size_t cols, std::mt19937& random) {
    const std::size_t size = order == CUBLASLT_ORDER_COL ? (rows + static_cast<std::size_t>(padding)) * cols : (cols + static_cast<std::size_t>(padding)) * rows;
    T* const out = device_array<T>(size);
    for (std::size_t i = 0; i < size; ++i) out[i] = static_cast<T>(static_cast<double>(random() % 2001) / 1000 - 1);
    return out;
  }

  cublasLtMatrixLayout_t layout(std::size_t rows, std::size_t cols) {
    cublasLtMatrixLayout_t out = nullptr;
    (void)cublasLtMatrixLayoutCreate(&out, type_of<T>, rows, cols, static_cast<std::int64_t>(order == CUBLASLT_ORDER_COL ? rows : cols) + padding);
    (void)cublasLtMatrixLayoutSetAttribute(out, CUBLASLT_MATRIX_LAYOUT_ORDER, &order, sizeof order);
    made.push_back(out);
    return out;
  }

  template <class V>
  void describe(cublasLtMatmulDescAttributes_t attribute, const V& value) const {
    (void)cublasLtMatmulDescSetAttribute(desc, attribute, &value, sizeof value);
  }

  void make() {
    std::mt19937 random(7);
    a = matrix(rows_a(), transa ? m : k, random);
    b = matrix(rows_b(), transb ? k : n, random);
    c = matrix(m, n, random);
    d = matrix(m, n, random);
    bias = matrix(m > n ? m : n, 1, random);
    mask = device_array<unsigned char>(static_cast<std::size_t>(mask_ld) * n / 8);
    std::memset(mask, 0x5A, static_cast<std::size_t>(mask_ld) * n / 8);
    (void)cublasLtCreate(&handle);
    (void)cublasLtMatmulDescCreate(&desc, compute, type_of<T>);
    describe(CUBLASLT_MATMUL_DESC_TRANSA, transa ? CUBLAS_OP_T : CUBLAS_OP_N);
    describe(CUBLASLT_MATMUL_DESC_TRANSB, transb ? CUBLAS_OP_T : CUBLAS_OP_N);
    describe(CUBLASLT_MATMUL_DESC_EPILOGUE, epilogue);
    describe(CUBLASLT_MATMUL_DESC_BIAS_POINTER, static_cast<const void*>(bias));
    describe(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER, static_cast<const void*>(mask));
    describe(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD, mask_ld);
    la = layout(rows_a(), transa ? m : k);
    lb = layout(rows_b(), transb ? k : n);
    lc = layout(m, n);
  }

  cublasStatus_t choose() {
    cublasLtMatmulPreference_t preference = nullptr;
    (void)cublasLtMatmulPreferenceCreate(&preference);
    (void)cublasLtMatmulPreferenceSetAttribute(preference, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, &max_workspace, sizeof max_workspace);
    (void)cublasLtMatmulPreferenceSetAttribute(preference, CUBLASLT_MATMUL_PREF_REDUCTION_SCHEME_MASK, &reduction_mask, sizeof reduction_mask);
    const cublasStatus_t status = cublasLtMatmulAlgoGetHeuristic(handle, desc, la, lb, lc, lc, preference, 1, &result, &results);
    (void)cublasLtMatmulPreferenceDestroy(preference);
    if (status != CUBLAS_STATUS_SUCCESS) return status;
    workspace_bytes = result.workspaceSize;
    if (workspace_bytes != 0) workspace = device_array<unsigned char>(workspace_bytes);
    return status;
  }

  cublasStatus_t run() const {
    return cublasLtMatmul(handle, desc, &alpha, a, la, b, lb, &beta, c, lc, d, lc, &result.algo, workspace, workspace_bytes, nullptr);
  }

  [[nodiscard]] double product(std::size_t i, std::size_t j) const {
    double sum = 0;
    for (std::size_t x = 0; x < k; ++x) sum += static_cast<double>(op_a(i, x)) * static_cast<double>(op_b(x, j));
    return static_cast<double>(alpha) * sum + (beta != 0 ? static_cast<double>(beta) * static_cast<double>(at_c(i, j)) : 0);
  }
  [[nodiscard]] bool mask_bit(std::size_t row, std::size_t col) const {
    const std::size_t at = col * static_cast<std::size_t>(mask_ld) + row;
    return (mask[at / 8] >> (at % 8) & 1) != 0;
  }
};

/// Largest difference from what `expected(i, j)` says.
template <class T, class F>
double worst(const Product<T>& p, const F& expected) {
  double most = 0;
  for (std::size_t i = 0; i < p.m; ++i) {
    for (std::size_t j = 0; j < p.n; ++j) most = std::max(most, std::fabs(static_cast<double>(p.at_d(i, j)) - expected(i, j)));
  }
  return most;
}

#define LOCKSTEP_BLAS_OK(call) QCOMPARE(call, CUBLAS_STATUS_SUCCESS)

}  // namespace

class TestFakesCublasLt : public QObject {
  Q_OBJECT

  template <class T>
  void check_layouts(double tolerance) {
    for (const bool transa : {false, true}) {
      for (const bool transb : {false, true}) {
        for (const auto order : {CUBLASLT_ORDER_COL, CUBLASLT_ORDER_ROW}) {
          Product<T> p{5, 7, 9, transa, transb};
          p.order = order;
          p.padding = 3;
          p.alpha = static_cast<T>(0.5);
          p.beta = 2;
          p.make();
          LOCKSTEP_BLAS_OK(p.choose());
          LOCKSTEP_BLAS_OK(p.run());
          QVERIFY(worst(p, [&](std::size_t i, std::size_t j) { return p.product(i, j); }) < tolerance);
        }
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

  void everyLayout() {
    check_layouts<float>(1e-5);
    check_layouts<double>(1e-14);
    QCOMPARE(lockstep_fakes_counters()->matmuls, 16);
    QCOMPARE(lockstep_fakes_counters()->launches, 16);
  }

  void batches() {
    Product<float> p{3, 4, 2};
    p.make();
    const std::int32_t count = 2;
    for (const auto& [layout, stride] : {std::pair(p.la, std::int64_t{6}), std::pair(p.lb, std::int64_t{8}), std::pair(p.lc, std::int64_t{12})}) {
      LOCKSTEP_BLAS_OK(cublasLtMatrixLayoutSetAttribute(layout, CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, &count, sizeof count));
      LOCKSTEP_BLAS_OK(cublasLtMatrixLayoutSetAttribute(layout, CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET, &stride, sizeof stride));
    }
    float* const single_a = p.a;
    float* const single_b = p.b;
    p.a = device_array<float>(12);
    p.b = device_array<float>(16);
    p.d = device_array<float>(24);
    for (int batch = 0; batch < 2; ++batch) {
      for (int i = 0; i < 6; ++i) p.a[batch * 6 + i] = single_a[i];
      for (int i = 0; i < 8; ++i) p.b[batch * 8 + i] = single_b[i] * static_cast<float>(batch + 1);
    }
    LOCKSTEP_BLAS_OK(p.choose());
    LOCKSTEP_BLAS_OK(p.run());
    for (int i = 0; i < 12; ++i) QCOMPARE(p.d[12 + i], 2 * p.d[i]);
  }

  void tf32RoundsItsInputs() {
    Product<float> p{1, 1, 1};
    p.compute = CUBLAS_COMPUTE_32F_FAST_TF32;
    p.make();
    LOCKSTEP_BLAS_OK(p.choose());
    p.a[0] = 1 + std::ldexp(1.0F, -12);  // below half of TF32's last bit
    p.b[0] = 1 + std::ldexp(1.0F, -10) + std::ldexp(1.0F, -11);
    LOCKSTEP_BLAS_OK(p.run());
    QCOMPARE(p.d[0], 1 + std::ldexp(1.0F, -9));
  }

  void epiloguesOfTheForwardProduct() {
    for (const std::uint32_t epilogue : {CUBLASLT_EPILOGUE_BIAS, CUBLASLT_EPILOGUE_RELU, CUBLASLT_EPILOGUE_RELU_BIAS, CUBLASLT_EPILOGUE_RELU_AUX, CUBLASLT_EPILOGUE_RELU_AUX_BIAS}) {
      Product<float> p{6, 5, 4};
      p.epilogue = epilogue;
      p.make();
      LOCKSTEP_BLAS_OK(p.choose());
      LOCKSTEP_BLAS_OK(p.run());
      const bool bias = (epilogue & CUBLASLT_EPILOGUE_BIAS) != 0, relu = (epilogue & CUBLASLT_EPILOGUE_RELU) != 0, aux = (epilogue & 128) != 0;
      const auto before = [&](std::size_t i, std::size_t j) { return p.product(i, j) + (bias ? static_cast<double>(p.bias[i]) : 0); };
      QVERIFY(worst(p, [&](std::size_t i, std::size_t j) { return relu ? std::max(before(i, j), 0.0) : before(i, j); }) < 1e-5);
      for (std::size_t i = 0; aux && i < p.m; ++i) {
        for (std::size_t j = 0; j < p.n; ++j) QCOMPARE(p.mask_bit(i, j), before(i, j) > 0);
      }
    }
  }

  void doubleHasBiasAndRelu() {
    Product<double> p{6, 5, 4};
    p.epilogue = CUBLASLT_EPILOGUE_RELU_BIAS;
    p.make();
    LOCKSTEP_BLAS_OK(p.choose());
    LOCKSTEP_BLAS_OK(p.run());
    QVERIFY(worst(p, [&](std::size_t i, std::size_t j) { return std::max(p.product(i, j) + p.bias[i], 0.0); }) < 1e-14);
  }

  void epiloguesOfTheBackwardProducts() {
    for (const std::uint32_t epilogue : {CUBLASLT_EPILOGUE_DRELU, CUBLASLT_EPILOGUE_DRELU_BGRAD, CUBLASLT_EPILOGUE_BGRADA, CUBLASLT_EPILOGUE_BGRADB}) {
      Product<float> p{6, 5, 4};
      p.epilogue = epilogue;
      p.make();
      LOCKSTEP_BLAS_OK(p.choose());
      LOCKSTEP_BLAS_OK(p.run());
      const bool masked = epilogue == CUBLASLT_EPILOGUE_DRELU || epilogue == CUBLASLT_EPILOGUE_DRELU_BGRAD;
      const auto expected = [&](std::size_t i, std::size_t j) { return masked && !p.mask_bit(i, j) ? 0 : p.product(i, j); };
      QVERIFY(worst(p, expected) < 1e-5);
      if (epilogue == CUBLASLT_EPILOGUE_DRELU) continue;
      for (std::size_t i = 0; i < (epilogue == CUBLASLT_EPILOGUE_BGRADB ? p.n : p.m); ++i) {
        double sum = 0;
        for (std::size_t x = 0; x < (masked ? p.n : p.k); ++x) {
          sum += masked ? expected(i, x) : static_cast<double>(epilogue == CUBLASLT_EPILOGUE_BGRADA ? p.op_a(i, x) : p.op_b(x, i));
        }
        QVERIFY(std::fabs(static_cast<double>(p.bias[i]) - sum) < 1e-5);
      }
    }
  }

  void whatTheLibraryHasNoCodeFor() {
    Product<double> f64{4, 4, 4};
    f64.epilogue = CUBLASLT_EPILOGUE_DRELU_BGRAD;
    f64.make();
    QCOMPARE(f64.choose(), CUBLAS_STATUS_NOT_SUPPORTED);
    QCOMPARE(f64.results, 0);
    Product<float> gelu{4, 4, 4};
    gelu.epilogue = CUBLASLT_EPILOGUE_GELU;
    gelu.make();
    QCOMPARE(gelu.choose(), CUBLAS_STATUS_NOT_SUPPORTED);
    Product<float> mixed{4, 4, 4};
    mixed.compute = CUBLAS_COMPUTE_64F;
    mixed.make();
    QCOMPARE(mixed.choose(), CUBLAS_STATUS_NOT_SUPPORTED);
  }

  void theHeuristicKeepsToItsPreferences() {
    Product<float> p{8, 8, 600};
    p.make();
    LOCKSTEP_BLAS_OK(p.choose());
    const auto scheme = [&] {
      std::uint32_t value = 99;
      (void)cublasLtMatmulAlgoConfigGetAttribute(&p.result.algo, CUBLASLT_ALGO_CONFIG_REDUCTION_SCHEME, &value, sizeof value, nullptr);
      return value;
    };
    QCOMPARE(scheme(), static_cast<std::uint32_t>(CUBLASLT_REDUCTION_SCHEME_INPLACE));
    p.reduction_mask = CUBLASLT_REDUCTION_SCHEME_COMPUTE_TYPE;
    LOCKSTEP_BLAS_OK(p.choose());
    QCOMPARE(scheme(), static_cast<std::uint32_t>(CUBLASLT_REDUCTION_SCHEME_COMPUTE_TYPE));
    QCOMPARE(p.result.workspaceSize, 8UL * 8 * 4 * 4);
    LOCKSTEP_BLAS_OK(p.run());
    QVERIFY(worst(p, [&](std::size_t i, std::size_t j) { return p.product(i, j); }) < 1e-4);
    p.workspace_bytes -= 1;
    QCOMPARE(p.run(), CUBLAS_STATUS_INVALID_VALUE);
    QVERIFY(broke("needs a workspace of 1024 bytes and was given 1023"));
    p.max_workspace = 0;
    LOCKSTEP_BLAS_OK(p.choose());
    QCOMPARE(scheme(), static_cast<std::uint32_t>(CUBLASLT_REDUCTION_SCHEME_NONE));
  }

  void wrongCallsAreTold_data() {
    QTest::addColumn<QString>("what");
    QTest::addColumn<QString>("says");
    QTest::newRow("A too small") << "small" << "A: 80 bytes from byte 4 of a block of 80 bytes reach 4 bytes past its end";
    QTest::newRow("host memory") << "host" << "is not device memory";
    QTest::newRow("alignment") << "align" << "A is not aligned to the 256 bytes that the algorithm was chosen for";
    QTest::newRow("over A") << "over" << "D lies over A or B";
    QTest::newRow("another product") << "other" << "the algorithm was chosen for another product";
    QTest::newRow("no heuristic") << "none" << "the algorithm did not come from the heuristic";
    QTest::newRow("leading dimension") << "ld" << "A has a leading dimension of 4 where 5 are needed";
    QTest::newRow("shapes") << "shapes" << "op(A) [5, 4], op(B) [4, 5], C [5, 6] and D [5, 6] do not fit";
    QTest::newRow("destroyed") << "destroyed" << "was not created, or was destroyed";
    QTest::newRow("bias") << "bias" << "bias: ";
    QTest::newRow("bias alignment") << "bias_align" << "bias is less aligned than when the algorithm was chosen";
    QTest::newRow("mask") << "mask" << "the mask's leading dimension of 64 is no multiple of 128 that holds 5 rows";
  }
  void wrongCallsAreTold() {
    QFETCH(QString, what);
    QFETCH(QString, says);
    Product<float> p{5, 6, 4};
    p.epilogue = what.startsWith("bias") ? CUBLASLT_EPILOGUE_BIAS : what == "mask" ? CUBLASLT_EPILOGUE_RELU_AUX : CUBLASLT_EPILOGUE_DEFAULT;
    if (what == "mask") p.mask_ld = 64;
    p.make();
    LOCKSTEP_BLAS_OK(p.choose());
    float host[64] = {};
    if (what == "small") p.a += 1;
    if (what == "host") p.b = host;
    if (what == "align") p.a = device_array<float>(128) + 1;
    if (what == "over") p.d = p.a = device_array<float>(64);
    if (what == "other") {
      p.transb = true;
      p.lb = p.layout(6, 4);
      p.describe(CUBLASLT_MATMUL_DESC_TRANSB, CUBLAS_OP_T);
    }
    if (what == "none") p.result = {};
    if (what == "ld") {
      const std::int64_t ld = 4;
      LOCKSTEP_BLAS_OK(cublasLtMatrixLayoutSetAttribute(p.la, CUBLASLT_MATRIX_LAYOUT_LD, &ld, sizeof ld));
    }
    if (what == "shapes") p.lb = p.layout(4, 5);
    cublasLtMatrixLayoutOpaque_t never{};
    if (what == "destroyed") p.la = &never;
    if (what == "bias") p.describe(CUBLASLT_MATMUL_DESC_BIAS_POINTER, static_cast<const void*>(host));
    if (what == "bias_align") p.describe(CUBLASLT_MATMUL_DESC_BIAS_POINTER, static_cast<const void*>(device_array<float>(64) + 1));
    QCOMPARE(p.run(), CUBLAS_STATUS_INVALID_VALUE);
    QVERIFY(broke(qPrintable(says)));
  }

  void attributesHaveTheirSizes() {
    cublasLtMatmulDesc_t desc = nullptr;
    LOCKSTEP_BLAS_OK(cublasLtMatmulDescCreate(&desc, CUBLAS_COMPUTE_32F, CUDA_R_32F));
    const std::int64_t wide = CUBLAS_OP_T;
    QCOMPARE(cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_TRANSA, &wide, sizeof wide), CUBLAS_STATUS_INVALID_VALUE);
    QVERIFY(broke("has another size"));
    std::int32_t trans = 0;
    std::size_t written = 0;
    LOCKSTEP_BLAS_OK(cublasLtMatmulDescGetAttribute(desc, CUBLASLT_MATMUL_DESC_TRANSA, &trans, sizeof trans, &written));
    QCOMPARE(trans, static_cast<std::int32_t>(CUBLAS_OP_N));
    QCOMPARE(written, sizeof trans);
    LOCKSTEP_BLAS_OK(cublasLtMatmulDescDestroy(desc));
  }

  void failuresOnDemand() {
    Product<float> p{2, 2, 2};
    p.make();
    LOCKSTEP_BLAS_OK(p.choose());
    QVERIFY(lockstep_fakes_set_fault("cublas:2"));
    LOCKSTEP_BLAS_OK(p.run());
    QCOMPARE(p.run(), CUBLAS_STATUS_EXECUTION_FAILED);
    LOCKSTEP_BLAS_OK(p.run());
    QVERIFY(lockstep_fakes_set_fault("cublas_create"));
    cublasLtHandle_t handle = nullptr;
    QCOMPARE(cublasLtCreate(&handle), CUBLAS_STATUS_NOT_INITIALIZED);
    QVERIFY(leaks().starts_with("1 library handle"));
    LOCKSTEP_BLAS_OK(cublasLtDestroy(p.handle));
    QCOMPARE(p.run(), CUBLAS_STATUS_NOT_INITIALIZED);
  }
};

QTEST_GUILESS_MAIN(TestFakesCublasLt)
#include "tst_fakes_cublaslt.moc"
