// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The values that occur in a torch.export program as the file states them: enumerations, symbolic
// sizes and the argument union. Source of names and numbers: torch's export schema, major 8.
#pragma once
#include <complex>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace mcc::exported {

// clang-format off
// Numbers of the file format; they differ from those inside PyTorch (c10::ScalarType).
enum class ScalarType : std::uint8_t {
  unknown = 0, u8, i8, i16, i32, i64, f16, f32, f64, c32, c64, c128, boolean, bf16,
  u16 = 28, f8e4m3fn, f8e5m2, f8e4m3fnuz, f8e5m2fnuz, f8e8m0fnu, u32, u64
};
enum class Layout : std::uint8_t {
  unknown, sparseCoo, sparseCsr, sparseCsc, sparseBsr, sparseBsc, mkldnn, strided
};
enum class MemoryFormat : std::uint8_t {
  unknown, contiguous, channelsLast, channelsLast3d, preserve
};
// clang-format on

// "float32", as PyTorch spells it.
const char* nameOf(ScalarType type);

// An expression as text (see reader/symbols.h) and the value it had when the program was traced.
struct Expression {
  std::string text;
  std::optional<std::variant<bool, std::int64_t, double>> hint;
};
using SymInt = std::variant<std::int64_t, Expression>;
using SymFloat = std::variant<double, Expression>;
using SymBool = std::variant<bool, Expression>;

struct None {};
struct TensorName {
  std::string name;
};
struct SymbolName {
  std::string name;  // of a value in sym_int_values and its like
};
using SymIntArgument = std::variant<std::int64_t, SymbolName>;
using SymFloatArgument = std::variant<double, SymbolName>;
using SymBoolArgument = std::variant<bool, SymbolName>;
struct OperatorName {
  std::string target;
};
struct CustomObject {
  std::string name, classFqn;
};
struct Device {
  std::string type;  // "cpu"
  std::optional<std::int64_t> index;
};

struct Graph;  // export_program.h
struct Argument;
struct GraphArgument {
  std::string name;
  std::shared_ptr<const Graph> graph;  // never null
};
struct Dictionary {  // sorted by key; values run parallel to keys
  std::vector<std::string> keys;
  std::vector<Argument> values;
};

// The whole union: one alternative for each tag, named beside it.
struct Argument {
  // clang-format off
  using Value = std::variant<
      None,                                    // as_none
      TensorName,                              // as_tensor
      std::vector<TensorName>,                 // as_tensors (names of any value, in operand lists)
      std::optional<TensorName>,               // as_optional_tensor
      std::vector<std::optional<TensorName>>,  // as_optional_tensors
      std::vector<std::vector<TensorName>>,    // as_nested_tensors
      std::int64_t,                            // as_int
      std::vector<std::int64_t>,               // as_ints
      std::vector<std::vector<std::int64_t>>,  // as_int_lists
      double,                                  // as_float
      std::vector<double>,                     // as_floats
      std::vector<std::vector<double>>,        // as_float_lists
      bool,                                    // as_bool
      std::vector<bool>,                       // as_bools
      std::complex<double>,                    // as_complex
      std::string,                             // as_string
      std::vector<std::string>,                // as_strings
      SymIntArgument,                          // as_sym_int
      std::vector<SymIntArgument>,             // as_sym_ints
      SymFloatArgument,                        // as_sym_float
      std::vector<SymFloatArgument>,           // as_sym_floats
      SymBoolArgument,                         // as_sym_bool
      std::vector<SymBoolArgument>,            // as_sym_bools
      ScalarType,                              // as_scalar_type
      MemoryFormat,                            // as_memory_format
      Layout,                                  // as_layout
      Device,                                  // as_device
      GraphArgument,                           // as_graph
      CustomObject,                            // as_custom_obj
      OperatorName,                            // as_operator
      Dictionary>;                             // as_string_to_argument
  // clang-format on
  Value value;

  template <class T>
  const T* as() const {
    return std::get_if<T>(&value);
  }
};

// "as_sym_int" for an argument of that kind.
const char* tagOf(const Argument& argument);

}  // namespace mcc::exported
