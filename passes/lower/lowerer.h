// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lowerer: the state of one run of lower. A Scope is one graph (the root or a region) on its way.
#pragma once
#include <map>
#include <memory>
#include <vector>

#include "ir/lowering.h"
#include "ir/program.h"

namespace mcc {

constexpr BufferId kNoBuffer = UINT32_MAX;

struct Scope {
  const Graph& graph;
  std::vector<BufferId> buffers;       // by ValueId::index; kNoBuffer until lowered
  std::vector<BufferId> destinations;  // where a value should be written, or kNoBuffer
  std::vector<std::uint32_t> uses;
  std::vector<Step>& steps;
};

class Lowerer {
 public:
  Lowerer(Program& program, Module& module)
      : program_(program), module_(module), unread_(module.graph.useCounts()) {}
  void run();

  Program& program() { return program_; }
  // Adds a buffer; its size is taken from the type and the ranges of the symbols.
  BufferId addBuffer(Buffer buffer);
  BufferId arena(const TensorType& type, std::string name);
  BufferId viewOf(BufferId whole, const TensorType& type, const Dim& offset, std::string name);
  BufferId constant(const TensorRef& tensor, std::string name);
  std::uint32_t functor(Expression expression, bool isEpilogue);
  // Lowers a graph whose inputs live in `inputs`, so that output i ends up in `outputs[i]`
  // (kNoBuffer: wherever it is convenient). Returns where the outputs are.
  std::vector<BufferId> graph(const Graph& graph, const std::vector<BufferId>& inputs,
                              const std::vector<BufferId>& outputs, std::vector<Step>& steps);
  // The buffer an operand is read from; constants become part of the program when first read.
  BufferId operand(Scope& scope, ValueId value);
  // The buffer that result `i` of a node is to be computed into.
  BufferId result(Scope& scope, const Node& node, std::size_t i);
  void copy(BufferId from, BufferId to, const Origin& origin, std::vector<Step>& steps);
  const Buffer& buffer(BufferId id) const { return program_.buffers[id]; }
  std::string freshSymbol();

 private:
  void node(Scope& scope, NodeId id);
  void planDestinations(Scope& scope);
  void planConcat(Scope& scope, const Node& node);
  void planReshape(Scope& scope, const Node& node);
  void releaseOperands(const Node& node);
  bool canBeGivenDestination(const Scope& scope, ValueId value) const;

  Program& program_;
  Module& module_;
  std::vector<std::uint32_t> unread_;  // uses of each value of the module's graph, still to come
  std::map<TensorRef, BufferId> constants_;  // looked up only: order does not matter
  std::map<std::string, BufferId> constantsByHash_;
  std::uint32_t nextSymbol_ = 0;
};

// Operators the lowering itself knows; true when it handled the node.
bool lowerRegions(Lowerer& lowerer, Scope& scope, const Node& node);  // cond, while_loop, scan
bool lowerChecks(Lowerer& lowerer, Scope& scope, const Node& node);   // bind_symbol, check
bool lowerMovement(Lowerer& lowerer, Scope& scope,
                   const Node& node);  // reshape, slice, concat, ...
bool lowerPointwise(Lowerer& lowerer, Scope& scope,
                    const Node& node);  // pointwise, fused, full, ...
void lowerByDefinition(Lowerer& lowerer, Scope& scope, const Node& node);  // OpDef::lower

}  // namespace mcc
