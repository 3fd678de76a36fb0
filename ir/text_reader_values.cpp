// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sizes, types, tensors and attributes of the textual IR.
#include <charconv>

#include "ir/checked_int.h"
#include "ir/text_reader.h"
#include "ir/text_syntax.h"

namespace mcc::syntax {

Dim TextReader::size() {
  const std::size_t start = next();
  std::size_t end = start;
  for (int depth = 0; end < text_.size(); ++end) {
    const char c = text_[end];
    if (c == '(') ++depth;
    if (c == ')' && depth-- == 0) break;
    if (c == '\n' || c == ']' || c == '}' || (c == ',' && depth == 0)) break;
  }
  try {
    const Dim result = Dim::parse(text_.substr(start, end - start));
    at_ = end;
    return result;
  } catch (const Error& error) {
    fail(error.what());
  }
}

Shape TextReader::shape() {
  expect("[");
  Shape result;
  if (accept("]")) return result;
  do result.push_back(size());
  while (accept(","));
  expect("]");
  return result;
}

TensorType TextReader::type() {
  const std::string element = word();
  const auto dtype = dtypeFromName(element);
  if (!dtype) fail("unknown element type '" + element + "'");
  TensorType result{*dtype, shape(), std::nullopt};
  if (!acceptWord("quantized")) return result;
  Quantization& quantization = result.quantization.emplace();
  expect("(");
  expectWord("scale");
  expect("[");
  while (!at("]")) {
    quantization.scale.push_back(real());
    if (!accept(",")) break;
  }
  expect("]");
  expect(",");
  expectWord("zero");
  expect("[");
  while (!at("]")) {
    quantization.zeroPoint.push_back(integer());
    if (!accept(",")) break;
  }
  expect("]");
  expect(",");
  expectWord("axis");
  quantization.axis = integer();
  expect(")");
  return result;
}

void TextReader::element(Tensor& tensor, std::int64_t i) {
  if (tensor.dtype() == DType::boolean) {
    const bool value = acceptWord("true");
    if (!value) expectWord("false");
    tensor.setInteger(i, value ? 1 : 0);
  } else if (isInteger(tensor.dtype())) {
    const std::int64_t value = integer();
    tensor.setInteger(i, value);
    if (tensor.integer(i) != value) fail("the number does not fit the element type");
  } else if (isComplex(tensor.dtype())) {
    fail("complex constants live in the sidecar");
  } else if (isDigit(charAt(next() + (charAt(next()) == '-' ? 1 : 0))) &&
             tensor.dtype() == DType::f32) {
    float value = 0;  // read as float: by way of double it could round twice
    const char* last = text_.data() + text_.size();
    const auto [end, status] = std::from_chars(text_.data() + next(), last, value);
    if (status != std::errc()) fail("expected a number that fits f32");
    at_ = static_cast<std::size_t>(end - text_.data());
    tensor.setReal(i, static_cast<double>(value));
  } else {
    tensor.setReal(i, real());
  }
}

TensorRef TextReader::elements(DType dtype, const Shape& shape) {
  Sizes sizes;
  std::int64_t count = 1;
  for (const Dim& dim : shape) {
    if (!dim.isConstant() || dim.constant() < 0) fail("the shape of a constant is not constant");
    sizes.push_back(dim.constant());
    count = checkedMultiply(count, dim.constant());
  }
  // Each element takes a character at least, so that a short text makes no large tensor.
  if (count > static_cast<std::int64_t>(text_.size() - at_)) fail("too few elements");
  Tensor result(dtype, sizes);
  expect("{");
  for (std::int64_t i = 0; i < result.size(); ++i) {
    if (i > 0) expect(",");
    element(result, i);
  }
  expect("}");
  return std::make_shared<const Tensor>(std::move(result));
}

TensorRef TextReader::tensor() {
  if (!accept("#")) {
    const TensorType inlineType = type();
    return elements(inlineType.dtype, inlineType.shape);
  }
  const std::size_t start = at_;
  while (isWordChar(charAt(at_))) ++at_;
  const std::string hash = text_.substr(start, at_ - start);
  if (hash == "none") return nullptr;
  const auto found = sidecar_.find(hash);
  if (found == sidecar_.end()) fail("the sidecar has no constant '" + hash + "'");
  return found->second;
}

// -1.5 or 1e3 or -inf, but not -1, which is a size.
bool TextReader::beginsReal() const {
  std::size_t end = next() + (charAt(next()) == '-' ? 1 : 0);
  const std::string_view word = wordAt(end);
  if (word == "inf" || word == "nan") return true;
  const std::size_t digits = end;
  while (isDigit(charAt(end))) ++end;
  return end > digits && (charAt(end) == '.' || charAt(end) == 'e');
}

Attribute TextReader::reservedAttribute() {
  if (acceptWord("none")) return {};
  if (acceptWord("true")) return true;
  if (acceptWord("false")) return false;
  if (acceptWord("complex")) {
    expect("(");
    const double realPart = real();
    expect(",");
    const double imaginary = real();
    expect(")");
    return std::complex<double>(realPart, imaginary);
  }
  const std::size_t start = at_;
  const DType dtype = *dtypeFromName(word());
  if (!at("[")) return dtype;
  at_ = start;
  return tensor();
}

Attribute TextReader::listAttribute() {
  const Nesting nesting(*this);
  expect("[");
  Attribute::List list;
  while (!at("]")) {
    list.push_back(attribute());
    if (!accept(",")) break;
  }
  expect("]");
  return list;
}

Attribute TextReader::attribute() {
  if (at("[")) return listAttribute();
  if (at("\"")) return quotedString();
  if (at("#")) return tensor();
  if (accept("$")) {
    const std::int64_t index = integer();
    if (index < 0 || index >= INT32_MAX) fail("the index of an operand is out of range");
    return Operand{static_cast<std::uint32_t>(index)};
  }
  if (beginsReal()) return real();
  if (isReserved(wordAt(next()))) return reservedAttribute();
  return size();
}

Attributes TextReader::attributes() {
  Attributes result;
  if (!accept("{")) return result;
  while (!at("}")) {
    const std::string name = wordOrQuoted();
    if (result.has(name)) fail("attribute '" + name + "' stands twice");
    expect("=");
    result.set(name, attribute());
    if (!accept(",")) break;
  }
  expect("}");
  return result;
}

}  // namespace mcc::syntax
