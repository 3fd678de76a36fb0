// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Buffers as pointers and arguments as C++ expressions.
#include <algorithm>

#include "codegen/spell_operation.h"
#include "codegen/step_printer.h"
#include "ir/diagnostics.h"

namespace mcc {
namespace {

bool isReadOnly(const Program& program, const Interface& interface, BufferId id) {
  while (program.buffers[id].storage == Buffer::Storage::view) id = program.buffers[id].index;
  const Buffer& buffer = program.buffers[id];
  if (buffer.storage == Buffer::Storage::constant) return true;
  if (buffer.storage != Buffer::Storage::input) return false;
  return std::any_of(interface.inputs.begin(), interface.inputs.end(), [&](const Port& port) {
    return port.index == buffer.index && !port.isMutated;
  });
}

template <class Fields>
const auto& fieldOf(const Fields& fields, std::uint32_t index) {
  for (const auto& field : fields) {
    if (field.index == index) return field;
  }
  throw InternalError("a buffer of no input or output");
}

}  // namespace

std::string StepPrinter::pointerText(BufferId id) {
  const Program& program = context_.program;
  const Buffer& buffer = program.buffers[id];
  const std::string type = cppType(buffer.dtype);
  switch (buffer.storage) {
    case Buffer::Storage::arena:
      context_.roots.insert("at");
      return "at<" + type + ">(arena, " + std::to_string(buffer.arenaOffset) + ")";
    case Buffer::Storage::input:
      return "call." + fieldOf(context_.interface.inputs, buffer.index).field;
    case Buffer::Storage::output:
      return "call." + fieldOf(context_.interface.outputs, buffer.index).field;
    case Buffer::Storage::constant:
      context_.roots.insert("at");
      return "at<" + type + ">(weights, " +
             std::to_string(context_.weightOffsets.at(buffer.index)) + ")";
    case Buffer::Storage::state: {
      for (const StateField& field : context_.interface.state) {
        if (field.input != buffer.index) continue;
        std::string text = "&call.state->" + field.field;
        const std::size_t rank = std::max<std::size_t>(field.tensor.shape.size(), 1);
        for (std::size_t d = 0; d < rank; ++d) text += "[0]";
        return text;
      }
      throw InternalError("a buffer of no state");
    }
    case Buffer::Storage::view: break;
  }
  std::string base = variables_[buffer.index].empty() ? pointerText(buffer.index)
                                                      : variables_[buffer.index];
  if (program.buffers[buffer.index].dtype != buffer.dtype) {
    const bool constant = isReadOnly(program, context_.interface, id);
    base = "reinterpret_cast<" + std::string(constant ? "const " : "") + type + "*>(" + base + ")";
  }
  if (buffer.offset == Dim(0)) return base;
  const std::string offset = sizeText(buffer.offset, symbols_);
  return base + " + " + offset;
}

void StepPrinter::declareBuffer(BufferId id) {
  const Buffer& buffer = context_.program.buffers[id];
  const std::string pointer = pointerText(id);
  if (buffer.storage == Buffer::Storage::input || buffer.storage == Buffer::Storage::output) {
    variables_[id] = pointer;  // has a name already: call.image
    return;
  }
  const bool constant = isReadOnly(context_.program, context_.interface, id);
  variables_[id] = names_(buffer.name, "tensor");
  writer_.line((constant ? "const " : "") + std::string(cppType(buffer.dtype)) + "* const " +
               variables_[id] + " = " + pointer + ";  // " + shapeText(buffer.shape, symbols_));
}

std::string StepPrinter::structureText(const Arg& arg) {
  std::string out = arg.text + "{";
  for (std::size_t i = 0; i < arg.items.size(); ++i) {
    if (i > 0) out += ", ";
    if (!arg.items[i].name.empty()) out += "/*" + arg.items[i].name + "*/";
    out += argText(arg.items[i]);
  }
  return out + "}";
}

std::string StepPrinter::argText(const Arg& arg) {
  switch (arg.kind) {
    case Arg::Kind::null: return "nullptr";
    case Arg::Kind::read:
    case Arg::Kind::write: return variables_[arg.buffer];
    case Arg::Kind::integer: return sizeText(arg.integer, symbols_);
    case Arg::Kind::real: return floatLiteral(arg.number);
    case Arg::Kind::literal:
      if (arg.value.is<Dim>() && !arg.value.as<Dim>().isConstant()) {
        return "static_cast<" + std::string(cppType(arg.dtype)) + ">(" +
               sizeText(arg.value.as<Dim>(), symbols_) + ")";
      }
      return storedLiteral(arg.value, arg.dtype);
    case Arg::Kind::text: return arg.text;
    case Arg::Kind::list:
    case Arg::Kind::structure: return structureText(arg);
    case Arg::Kind::functor: {
      Arg text = arg;
      text.text = context_.functors.at(arg.functor).name;
      return structureText(text);
    }
    case Arg::Kind::string: break;  // only the user's functions take one: print_custom_call
  }
  return {};
}

}  // namespace mcc
