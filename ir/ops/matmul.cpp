// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// matmul: products of stacks of matrices.
#include <Eigen/Core>

#include "ir/ops/checks.h"
#include "ir/ops/epilogue.h"
#include "ir/ops/lowerings.h"
#include "ir/ops/widened.h"

namespace mcc {
namespace {

std::vector<TensorType> inferMatmul(const OpView& view) {
  const TensorType& a = view.input(0);
  const TensorType& b = view.input(1);
  require(view, domain(a.dtype) != Domain::boolean, "is not defined for bool");
  require(view, a.rank() >= 2 && b.rank() >= 2,
          "needs matrices, not shapes " + text(a.shape) + " and " + text(b.shape));
  const DType dtype = requireProductTypes(view);
  const bool transposed = view.attributes().boolean("transpose_b");
  require(view, canBeEqual(view, a.dim(-1), b.dim(transposed ? -1 : -2)),
          "inner sizes of " + text(a.shape) + " and " + text(b.shape) +
              (transposed ? " (transposed)" : "") + " differ");
  const Shape batch(a.shape.begin(), a.shape.end() - 2);
  if (b.rank() > 2) {
    requireShape(view, {b.shape.begin(), b.shape.end() - 2}, batch,
                 "the second operand's stack of matrices");
  }
  TensorType result{dtype, a.shape, std::nullopt};
  result.shape.back() = b.dim(transposed ? -2 : -1);
  requireVector(view, 2, result.shape.back(), "the bias");
  return inferEpilogue(view, std::move(result), 3);
}

// One matrix product per batch entry; a shared b is `bStride` 0.
struct MatmulExtents {
  std::int64_t batch, rows, depth, columns, bStride;
};

template <class T>
std::vector<T> multiply(const std::vector<T>& a, const std::vector<T>& b, const MatmulExtents& n,
                        bool transposed) {
  using Matrix = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  std::vector<T> result(static_cast<std::size_t>(n.batch * n.rows * n.columns));
  for (std::int64_t i = 0; i < n.batch; ++i) {
    const Eigen::Map<const Matrix> left(a.data() + i * n.rows * n.depth, n.rows, n.depth);
    const T* right = b.data() + i * n.bStride;
    Eigen::Map<Matrix> out(result.data() + i * n.rows * n.columns, n.rows, n.columns);
    if (transposed) {
      out.noalias() = left * Eigen::Map<const Matrix>(right, n.columns, n.depth).transpose();
    } else {
      out.noalias() = left * Eigen::Map<const Matrix>(right, n.depth, n.columns);
    }
  }
  return result;
}

void evaluateMatmul(EvalContext& context) {
  const Tensor& a = context.in(0);
  const Tensor& b = context.in(1);
  const bool transposed = context.node.attributes.boolean("transpose_b");
  Sizes shape = a.shape();
  shape.back() = b.dim(b.rank() - (transposed ? 2 : 1));
  Tensor result(widenedType(context.node, a.dtype()), shape);
  MatmulExtents n = {1, a.dim(a.rank() - 2), a.dim(a.rank() - 1), shape.back(), 0};
  for (std::int64_t d = 0; d < a.rank() - 2; ++d) n.batch *= a.dim(d);
  if (b.rank() > 2) n.bStride = n.depth * n.columns;
  withArithmetic(a.dtype(), [&]<class T>(T) {
    std::vector<T> sums = multiply(shiftedElements<T>(context), elementsOf<T>(b), n, transposed);
    if (context.has(2)) addToRows(sums, elementsOf<T>(context.in(2)));
    setElements(result, sums);
  });
  evaluateEpilogue(context, std::move(result), 3);
}

}  // namespace

extern const OpDef matmulDef;
const OpDef matmulDef = {Op::matmul, inferMatmul, evaluateMatmul, lowerMatmul};

}  // namespace mcc
