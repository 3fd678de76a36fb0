// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Type promotion as PyTorch does it, and the types that rules compute in.
#pragma once
#include <initializer_list>
#include <string>
#include <vector>

#include "passes/decompose/rule.h"

namespace mcc {

// The smallest type that holds both (torch.promote_types).
DType promoteTypes(DType a, DType b);

// Collects operands by how strongly they take part: tensors with dimensions before 0-d tensors
// before numbers; a weaker group matters only when it is of a higher kind (bool, integer, real,
// complex).
class ResultType {
 public:
  void addTensor(const TensorType& type);
  void addNumber(DType dtype);  // a Python number: bool, i64, f64 (counts as f32) or complex
  void add(const AtenCall& call, const std::string& argument);  // either
  DType get() const;

 private:
  struct Group {
    bool any = false;
    DType dtype = DType::boolean;
  };
  Group tensors_, scalars_, numbers_;
};

// What results of integer operands become in functions that give reals: f32. Others stay.
DType realType(DType dtype);
// What sums of integers and bools are: i64. Others stay.
DType sumType(DType dtype);
// What a rule of several steps computes in, to round once: f32 for f16 and bf16. Others stay.
DType computeType(DType dtype);
// f64 for c128, f32 for c64; others stay.
DType partType(DType dtype);

// An argument, number or tensor, as a value of that type.
ValueId asType(AtenCall& call, const std::string& argument, DType dtype);

enum class Promotion : std::uint8_t { plain, real };  // real: integers become f32
DType promotedType(const AtenCall& call, std::initializer_list<const char*> arguments,
                   Promotion promotion = Promotion::plain);
// These arguments as values of their common type.
std::vector<ValueId> promoted(AtenCall& call, std::initializer_list<const char*> arguments,
                              Promotion promotion = Promotion::plain);
// The same, widened to computeType; the result has still to be cast to promotedType.
std::vector<ValueId> promotedWide(AtenCall& call, std::initializer_list<const char*> arguments,
                                  Promotion promotion = Promotion::plain);

// Tensor argument cast to computeType (Promotion::real: integers to f32 first).
ValueId wide(AtenCall& call, const std::string& argument, Promotion promotion = Promotion::plain);

}  // namespace mcc
