// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernel calls of lstm, gru and rnn. Floats with constant weights: one product for what the input
// adds to the gates of all steps, then the recurrent kernel; anything else: the plain kernels.
#include "ir/ops/gemm_tile.h"
#include "ir/ops/lowerings.h"
#include "runtime_support/kernels/pack.h"

namespace mcc {
namespace {

struct Layer {
  std::size_t first;         // operand number of w_ih
  std::int64_t gates;        // rows of weights per hidden element
  std::size_t projection = 0;  // operand number of w_hr, 0: none
  Dim steps, batch, inputs, hidden, outputs;
};

Layer layerOf(const Lowering& lowering, std::size_t first, std::int64_t gates) {
  const TensorType& x = lowering.inputType(0);
  const Dim outputs = lowering.inputType(1).dim(1);
  return {first, gates, 0, x.dim(0), x.dim(1), x.dim(2), outputs, outputs};
}

Arg sizesOf(const Lowering& lowering, const Layer& layer) {
  return Lowering::structure(
      "RecurrentSizes",
      {Lowering::integer(layer.steps, "steps"), Lowering::integer(layer.batch, "batch"),
       Lowering::integer(layer.inputs, "inputs"), Lowering::integer(layer.hidden, "hidden"),
       Lowering::integer(layer.outputs, "outputs"),
       Lowering::boolean(lowering.node().attributes.boolean("reverse"), "reverse")});
}

Arg plainWeights(Lowering& lowering, const Layer& layer) {
  const std::string type = cppType(lowering.inputType(0).dtype);
  return Lowering::structure("RecurrentWeights<" + type + ">",
                             {lowering.in(layer.first), lowering.in(layer.first + 1),
                              lowering.in(layer.first + 2), lowering.in(layer.first + 3)});
}

// Can the weights be packed now?
bool isPackable(const Lowering& lowering, const Layer& layer) {
  if (lowering.inputType(0).dtype != DType::f32) return false;
  for (std::size_t i = layer.first; i < lowering.node().inputs.size(); ++i) {
    if (lowering.has(i) && lowering.constant(i) == nullptr) return false;
  }
  return true;
}

// Memory for a result that the kernel always needs.
BufferId always(Lowering& lowering, std::size_t result) {
  if (lowering.isUsed(result)) return lowering.result(result);
  const TensorType& type = lowering.resultType(result);
  return lowering.scratch(type.dtype, type.elementCount());
}

// Weights [columns][depth], operand i, as the second matrix of a product whose first has `rows`.
BufferId packed(Lowering& lowering, std::size_t i, const Dim& rows) {
  const Tensor& weight = *lowering.constant(i);
  const Target& target = lowering.target();
  const std::int64_t columns = weight.dim(0), depth = weight.dim(1);
  Tensor out(DType::f32, {rt::packedGemmFloats(depth, columns, target.lanes)});
  rt::packGemmB(weight.as<float>(), depth, columns, panelWidth(target, rows), target.lanes, true,
                out.mutableAs<float>());
  const ValueId value = lowering.node().inputs[i];
  return lowering.addConstant(std::move(out), lowering.graph()[value].name + "_packed");
}

// The sum of two biases, either of which may be absent.
Arg sumOfBiases(Lowering& lowering, std::size_t first) {
  if (!lowering.has(first)) return lowering.in(first + 1);
  if (!lowering.has(first + 1)) return lowering.in(first);
  const Tensor& a = *lowering.constant(first);
  const Tensor& b = *lowering.constant(first + 1);
  Tensor sum(DType::f32, a.shape());
  for (std::int64_t i = 0; i < sum.size(); ++i) {
    sum.mutableAs<float>()[i] = a.as<float>()[i] + b.as<float>()[i];
  }
  const ValueId value = lowering.node().inputs[first];
  return Lowering::read(lowering.addConstant(std::move(sum), lowering.graph()[value].name));
}

// x times the input weights plus bias, for all steps at once, into `gates`.
void projectInput(Lowering& lowering, const Layer& layer, const Arg& bias, BufferId gates) {
  const Dim rows = layer.steps * layer.batch;
  const Dim columns = layer.hidden * Dim(layer.gates);
  const Arg sizes = Lowering::structure(
      "GemmSizes",
      {Lowering::integer(rows, "rows"), Lowering::integer(columns, "columns"),
       Lowering::integer(layer.inputs, "depth"), Lowering::integer(layer.inputs, "aStride"),
       Lowering::integer(columns, "cStride"), Lowering::integer(0, "start")});
  lowering.call("gemm",
                {sizes, lowering.in(0), Lowering::read(packed(lowering, layer.first, rows)), bias,
                 Lowering::write(gates), Lowering::text("Identity{}")},
                {gemmTileText(lowering.target(), rows, columns, layer.inputs)});
}

BufferId gatesOf(Lowering& lowering, const Layer& layer, const Arg& bias) {
  const Dim columns = layer.hidden * Dim(layer.gates);
  const BufferId gates = lowering.scratch(DType::f32, layer.steps * layer.batch * columns);
  projectInput(lowering, layer, bias, gates);
  return gates;
}

std::string stepTile(const Lowering& lowering, const Layer& layer) {
  return gemmTileText(lowering.target(), layer.batch, layer.hidden * Dim(layer.gates),
                      layer.outputs);
}

void lowerLstmPlain(Lowering& lowering, const Layer& layer) {
  const DType dtype = lowering.inputType(0).dtype;
  const BufferId scratch = lowering.scratch(dtype, layer.hidden * Dim(9));
  lowering.call("lstmPlain",
                {sizesOf(lowering, layer), plainWeights(lowering, layer),
                 lowering.in(layer.projection), lowering.in(0), lowering.in(1), lowering.in(2),
                 Lowering::write(always(lowering, 0)), lowering.out(1),
                 Lowering::write(always(lowering, 2)), Lowering::write(scratch)},
                {cppType(dtype)});
}

void lowerLstmPacked(Lowering& lowering, const Layer& layer) {
  const BufferId gates = gatesOf(lowering, layer, sumOfBiases(lowering, layer.first + 2));
  const Arg recurrent = Lowering::read(packed(lowering, layer.first + 1, layer.batch));
  const Arg y = Lowering::write(always(lowering, 0));
  const Arg cells = Lowering::write(always(lowering, 2));
  if (!lowering.has(layer.projection)) {
    lowering.call("lstm",
                  {sizesOf(lowering, layer), Lowering::write(gates), recurrent, lowering.in(1),
                   lowering.in(2), y, lowering.out(1), cells},
                  {stepTile(lowering, layer)});
    return;
  }
  const Arg projection = Lowering::read(packed(lowering, layer.projection, layer.batch));
  const BufferId scratch = lowering.scratch(DType::f32, layer.batch * layer.hidden);
  lowering.call("lstmProjected",
                {sizesOf(lowering, layer), Lowering::write(gates), recurrent, projection,
                 lowering.in(1), lowering.in(2), y, lowering.out(1), cells,
                 Lowering::write(scratch)},
                {stepTile(lowering, layer),
                 gemmTileText(lowering.target(), layer.batch, layer.outputs, layer.hidden)});
}

}  // namespace

void lowerLstm(Lowering& lowering) {
  requireKernelType(lowering.inputType(0).dtype);
  Layer layer = layerOf(lowering, 3, 4);
  layer.projection = 7;
  layer.hidden = lowering.inputType(2).dim(1);
  if (isPackable(lowering, layer)) return lowerLstmPacked(lowering, layer);
  lowerLstmPlain(lowering, layer);
}

void lowerGru(Lowering& lowering) {
  const DType dtype = lowering.inputType(0).dtype;
  requireKernelType(dtype);
  const Layer layer = layerOf(lowering, 2, 3);
  if (!isPackable(lowering, layer)) {
    const BufferId scratch = lowering.scratch(dtype, layer.hidden * Dim(6));
    lowering.call("gruPlain",
                  {sizesOf(lowering, layer), plainWeights(lowering, layer), lowering.in(0),
                   lowering.in(1), Lowering::write(always(lowering, 0)), lowering.out(1),
                   Lowering::write(scratch)},
                  {cppType(dtype)});
    return;
  }
  const BufferId gates = gatesOf(lowering, layer, lowering.in(layer.first + 2));
  const BufferId scratch =
      lowering.scratch(DType::f32, layer.batch * layer.hidden * Dim(layer.gates));
  lowering.call("gru",
                {sizesOf(lowering, layer), Lowering::read(gates),
                 Lowering::read(packed(lowering, layer.first + 1, layer.batch)),
                 lowering.in(layer.first + 3), lowering.in(1),
                 Lowering::write(always(lowering, 0)), lowering.out(1),
                 Lowering::write(scratch)},
                {stepTile(lowering, layer)});
}

void lowerRnn(Lowering& lowering) {
  const DType dtype = lowering.inputType(0).dtype;
  requireKernelType(dtype);
  const Layer layer = layerOf(lowering, 2, 1);
  const bool relu = lowering.node().attributes.string("activation") == "relu";
  const BufferId y = always(lowering, 0);
  if (!isPackable(lowering, layer)) {
    const BufferId scratch = lowering.scratch(dtype, layer.hidden * Dim(2));
    lowering.call("rnnPlain",
                  {sizesOf(lowering, layer), plainWeights(lowering, layer), lowering.in(0),
                   lowering.in(1), Lowering::write(y), lowering.out(1), Lowering::write(scratch)},
                  {relu ? "true" : "false", cppType(dtype)});
    return;
  }
  projectInput(lowering, layer, sumOfBiases(lowering, layer.first + 2), y);
  lowering.call("rnn",
                {sizesOf(lowering, layer),
                 Lowering::read(packed(lowering, layer.first + 1, layer.batch)), lowering.in(1),
                 Lowering::write(y), lowering.out(1)},
                {stepTile(lowering, layer), relu ? "ReluGates" : "TanhGates"});
}

}  // namespace mcc
