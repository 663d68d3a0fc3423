// The real cuBLASLt and cuDNN accept our descriptors and hold what we meant, as far as that goes without a GPU: their handles,
// which choose and compute, need one.
#include <QtTest>

#include <cudnn.h>

#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

#include "engine/backend/cuda/conv_descriptors.h"
#include "engine/backend/cuda/matmul_descriptors.h"

using namespace lockstep::engine;
using namespace lockstep::engine::cuda;

namespace {

template <class T>
T read(const MatmulDescriptors& d, cublasLtMatmulDescAttributes_t attribute) {
  T value{};
  std::size_t written = 0;
  if (cublasLtMatmulDescGetAttribute(d.operation.get(), attribute, &value, sizeof value, &written) != CUBLAS_STATUS_SUCCESS || written != sizeof value) qFatal("no such attribute");
  return value;
}
template <class T>
T read(const MatmulDescriptors::Layout& layout, cublasLtMatrixLayoutAttribute_t attribute) {
  T value{};
  std::size_t written = 0;
  if (cublasLtMatrixLayoutGetAttribute(layout.get(), attribute, &value, sizeof value, &written) != CUBLAS_STATUS_SUCCESS || written != sizeof value) qFatal("no such attribute");
  return value;
}
template <class T>
T read(const MatmulDescriptors& d, cublasLtMatmulPreferenceAttributes_t attribute) {
  T value{};
  std::size_t written = 0;
  if (cublasLtMatmulPreferenceGetAttribute(d.preference.get(), attribute, &value, sizeof value, &written) != CUBLAS_STATUS_SUCCESS || written != sizeof value) qFatal("no such attribute");
  return value;
}

void* address(std::uintptr_t value) { return reinterpret_cast<void*>(value); }

}  // namespace

class TestLibraries : public QObject {
  Q_OBJECT
 private slots:
  void aLinearLayersProduct() {
    // y[128, 10] = x[128, 256] W[10, 256]' + b
    const Product p{DType::f32, 128, 10, 256, {address(0x1000), 256, false}, {address(0x2010), 256, true}, address(0x3100), address(0x4004)};
    const MatmulDescriptors d = describe_product(p, {.bias = true, .strict = true, .tf32 = false});
    QCOMPARE(read<cublasComputeType_t>(d, CUBLASLT_MATMUL_DESC_COMPUTE_TYPE), CUBLAS_COMPUTE_32F);
    QCOMPARE(read<cublasOperation_t>(d, CUBLASLT_MATMUL_DESC_TRANSA), CUBLAS_OP_T);
    QCOMPARE(read<cublasOperation_t>(d, CUBLASLT_MATMUL_DESC_TRANSB), CUBLAS_OP_N);
    QCOMPARE(read<cublasLtEpilogue_t>(d, CUBLASLT_MATMUL_DESC_EPILOGUE), CUBLASLT_EPILOGUE_BIAS);
    QCOMPARE(read<const void*>(d, CUBLASLT_MATMUL_DESC_BIAS_POINTER), static_cast<const void*>(address(0x4004)));
    // Column by column: W is [256, 10] before its transposition, x [256, 128], y [10, 128].
    const auto sizes = [](const MatmulDescriptors::Layout& layout) {
      return QList<qint64>{static_cast<qint64>(read<std::uint64_t>(layout, CUBLASLT_MATRIX_LAYOUT_ROWS)), static_cast<qint64>(read<std::uint64_t>(layout, CUBLASLT_MATRIX_LAYOUT_COLS)),
                           static_cast<qint64>(read<std::int64_t>(layout, CUBLASLT_MATRIX_LAYOUT_LD))};
    };
    QCOMPARE(sizes(d.a), (QList<qint64>{256, 10, 256}));
    QCOMPARE(sizes(d.b), (QList<qint64>{256, 128, 256}));
    QCOMPARE(sizes(d.output), (QList<qint64>{10, 128, 10}));
    QCOMPARE(read<cublasLtOrder_t>(d.a, CUBLASLT_MATRIX_LAYOUT_ORDER), CUBLASLT_ORDER_COL);
    QCOMPARE(read<std::uint32_t>(d, CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES), 16U);
    QCOMPARE(read<std::uint32_t>(d, CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_B_BYTES), 256U);
    QCOMPARE(read<std::uint32_t>(d, CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_D_BYTES), 256U);
    QCOMPARE(read<std::uint32_t>(d, CUBLASLT_MATMUL_PREF_REDUCTION_SCHEME_MASK) & static_cast<std::uint32_t>(CUBLASLT_REDUCTION_SCHEME_INPLACE), 0U);
    set_bias(d, address(0x5000));
    QCOMPARE(read<const void*>(d, CUBLASLT_MATMUL_DESC_BIAS_POINTER), static_cast<const void*>(address(0x5000)));
  }

  void computeTypes() {
    Product p{DType::f32, 4, 5, 6, {address(0x1000), 6, false}, {address(0x2000), 5, false}, address(0x3000), nullptr};
    QCOMPARE(read<cublasComputeType_t>(describe_product(p, {.bias = false, .strict = true, .tf32 = true}), CUBLASLT_MATMUL_DESC_COMPUTE_TYPE), CUBLAS_COMPUTE_32F_FAST_TF32);
    const MatmulDescriptors loose = describe_product(p, {.bias = false, .strict = false, .tf32 = false});
    QVERIFY((read<std::uint32_t>(loose, CUBLASLT_MATMUL_PREF_REDUCTION_SCHEME_MASK) & static_cast<std::uint32_t>(CUBLASLT_REDUCTION_SCHEME_INPLACE)) != 0U);
    QCOMPARE(read<cublasLtEpilogue_t>(loose, CUBLASLT_MATMUL_DESC_EPILOGUE), CUBLASLT_EPILOGUE_DEFAULT);
    p.dtype = DType::f64;
    const MatmulDescriptors wide = describe_product(p, {});
    QCOMPARE(read<cublasComputeType_t>(wide, CUBLASLT_MATMUL_DESC_COMPUTE_TYPE), CUBLAS_COMPUTE_64F);
    QCOMPARE(read<cudaDataType_t>(wide, CUBLASLT_MATMUL_DESC_SCALE_TYPE), CUDA_R_64F);
    QCOMPARE(read<cudaDataType_t>(wide.output, CUBLASLT_MATRIX_LAYOUT_TYPE), CUDA_R_64F);
  }

  void aConvolution() {
    ConvolutionShape s;
    s.images = 8, s.channels = 6, s.height = 15, s.width = 12, s.outputs = 10;
    s.kernel[0] = 3, s.kernel[1] = 2;
    s.stride[0] = 2, s.stride[1] = 1;
    s.padding[0] = 1, s.padding[1] = 0;
    s.dilation[0] = 1, s.dilation[1] = 2;
    s.groups = 2;
    s.output_height = 8, s.output_width = 10;
    QVERIFY(fits_descriptors(s));
    const ConvolutionDescriptors d = describe_convolution(s, false);
    // cuDNN's own arithmetic of the output's size agrees with ours.
    int n = 0, c = 0, h = 0, w = 0;
    QCOMPARE(cudnnGetConvolution2dForwardOutputDim(d.convolution.get(), d.x.get(), d.w.get(), &n, &c, &h, &w), CUDNN_STATUS_SUCCESS);
    QCOMPARE((QList<int>{n, c, h, w}), (QList<int>{8, 10, 8, 10}));
    cudnnDataType_t type{};
    int ns = 0, cs = 0, hs = 0, ws = 0;
    QCOMPARE(cudnnGetTensor4dDescriptor(d.x.get(), &type, &n, &c, &h, &w, &ns, &cs, &hs, &ws), CUDNN_STATUS_SUCCESS);
    QCOMPARE((QList<int>{ns, cs, hs, ws}), (QList<int>{15 * 12 * 6, 1, 12 * 6, 6}));  // NHWC
    cudnnMathType_t math{};
    QCOMPARE(cudnnGetConvolutionMathType(d.convolution.get(), &math), CUDNN_STATUS_SUCCESS);
    QCOMPARE(math, CUDNN_FMA_MATH);
    QCOMPARE(cudnnGetConvolutionMathType(describe_convolution(s, true).convolution.get(), &math), CUDNN_STATUS_SUCCESS);
    QCOMPARE(math, CUDNN_DEFAULT_MATH);
    int groups = 0;
    QCOMPARE(cudnnGetConvolutionGroupCount(d.convolution.get(), &groups), CUDNN_STATUS_SUCCESS);
    QCOMPARE(groups, 2);
    s.images = 1 << 25;
    QVERIFY(!fits_descriptors(s));
  }
};

QTEST_GUILESS_MAIN(TestLibraries)
#include "tst_libraries.moc"
