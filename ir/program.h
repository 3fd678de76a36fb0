// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Program: what is printed, as plain data: buffers, kernel calls in order, pointwise expressions. A
// module is lowered to it (passes/lower), memory is planned on it, codegen turns it into text.
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "ir/module.h"
#include "ir/target.h"

namespace mcc {

using BufferId = std::uint32_t;

// A piece of memory that steps read and write. Contents are dense, row-major.
struct Buffer {
  // view: part of another buffer, at `offset` elements of this buffer's type.
  enum class Storage : std::uint8_t { arena, input, output, constant, state, view };
  std::string name;  // wish for a C++ identifier; codegen makes it unique
  DType dtype = DType::f32;
  Shape shape;
  Storage storage = Storage::arena;
  std::uint32_t index = 0;  // input, state: in Module::inputs; output: in Module::outputs;
                            // constant: in Program::constants; view: the BufferId it is part of
  Dim offset;                    // view only; may use the symbol of an enclosing loop
  std::int64_t maxBytes = 0;     // arena: at the largest sizes
  std::int64_t arenaOffset = 0;  // arena: set by planMemory
};

// A pointwise function as straight-line code over scalars (or vectors of lanes).
struct Expression {
  struct Operation {
    Op op;  // a row of pointwise.def, or Op::full for a literal
    std::vector<std::uint32_t>
        operands;       // < inputs.size(): an input, else operation - inputs.size()
    DType dtype;        // of the result
    Attribute literal;  // Op::full: the number
  };
  // How an operand of an epilogue is read: per element of the result, per innermost index
  // (channel), or one for all.
  enum class Access : std::uint8_t { element, column, scalar };
  std::vector<DType> inputs;
  std::vector<Access> access;  // epilogues only; parallel to inputs, [0] is the result
  std::vector<Operation> operations;
  std::vector<std::uint32_t> results;  // numbered like operands
  bool operator==(const Expression&) const;
};

// One argument of a kernel call, or a field of a structure among them.
struct Arg {
  enum class Kind : std::uint8_t {
    read,
    write,
    integer,
    real,
    literal,
    text,
    null,
    list,
    structure,
    functor,
    string
  };
  Kind kind = Kind::null;
  std::string name;     // parameter or field, printed as a comment where it helps
  BufferId buffer = 0;  // read, write
  Dim integer;
  double number = 0;
  std::string text;           // text: C++ tokens; structure: the type's name; string: from the file
  std::vector<Arg> items;     // list, structure; functor: extra operands
  std::uint32_t functor = 0;  // index into Program::functors
  Attribute value;            // literal: a number
  DType dtype = DType::f32;   // literal: its element type
};

struct Step {
  // call: kernel(args). branch: bodies then, otherwise on a bool buffer. loop: bodies condition,
  // body; runs while the bool buffer holds. repeat: body `count` times, `symbol` counting from 0.
  // bind: symbol = the element of an integer buffer. check: fails unless the bool buffer holds.
  enum class Kind : std::uint8_t { call, branch, loop, repeat, bind, check };
  Kind kind = Kind::call;
  std::string kernel;  // function in runtime_support
  bool isCustom = false;  // call: `kernel` is an operator that the user provides, "demo.f.default"
  std::vector<std::string> templateArgs;
  std::vector<Arg> args;
  std::string status;      // call that can fail: the Status it then means, "index"
  std::string symbol;      // call: receives its result; repeat, bind
  Dim count;               // repeat
  BufferId condition = 0;  // branch, loop, bind, check
  std::vector<std::pair<BufferId, BufferId>> inPlace;  // (result, operand) that may share memory
  std::vector<std::vector<Step>> bodies;
  Origin origin;
  std::string title;  // "conv + relu"
};

struct Program {
  static constexpr std::int64_t kArenaAlign = 64;  // of the arena and of everything in it
  const Module* module = nullptr;
  const Target* target = nullptr;
  std::vector<Buffer> buffers;
  std::vector<TensorRef> constants;
  std::vector<Expression> functors;     // distinct forms; names are made by codegen
  std::vector<bool> functorIsEpilogue;  // parallel: called with (acc, at, column, lanes)
  std::vector<Step> steps;
  std::int64_t arenaBytes = 0;  // set by planMemory
  std::int64_t arenaLowerBound = 0;
};

}  // namespace mcc
