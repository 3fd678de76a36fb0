// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Prints types, tensors and attributes. Each kind of attribute begins in a way of its own: a size
// that would begin with a reserved word stands in parentheses.
#include "ir/text_attribute.h"

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "ir/text_syntax.h"

namespace mcc::syntax {

namespace {

template <class Items, class ToText>
std::string joined(const Items& items, ToText toText) {
  std::string result;
  for (const auto& item : items) result += (result.empty() ? "" : ", ") + toText(item);
  return result;
}

std::string sizeText(const Dim& dim) {
  const std::string text = dim.text();
  const std::size_t start = text[0] == '-' ? 1 : 0;
  std::size_t end = start;
  while (end < text.size() && isWordChar(text[end])) ++end;
  return isReserved(text.substr(start, end - start)) ? "(" + text + ")" : text;
}

std::string elementText(const Tensor& tensor, std::int64_t i) {
  if (tensor.dtype() == DType::boolean) return tensor.integer(i) != 0 ? "true" : "false";
  if (isInteger(tensor.dtype())) return std::to_string(tensor.integer(i));
  const double value = tensor.real(i);
  return tensor.dtype() == DType::f32 ? realText(static_cast<float>(value)) : realText(value);
}

// NaNs, whose bits may matter, and complex numbers are never printed in place.
bool printsInline(const Tensor& tensor) {
  if (tensor.size() > kInlineElements || isComplex(tensor.dtype())) return false;
  for (std::int64_t i = 0; i < tensor.size(); ++i) {
    if (isFloat(tensor.dtype()) && std::isnan(tensor.real(i))) return false;
    if (tensor.dtype() == DType::boolean && tensor.as<std::uint8_t>()[i] > 1) return false;
  }
  return true;
}

std::string attributeText(const Attribute& attribute, Sidecar* sidecar) {
  return std::visit(
      [&](const auto& value) -> std::string {
        using T = std::decay_t<decltype(value)>;
        if constexpr (std::is_same_v<T, std::monostate>) {
          return "none";
        } else if constexpr (std::is_same_v<T, bool>) {
          return value ? "true" : "false";
        } else if constexpr (std::is_same_v<T, Dim>) {
          return sizeText(value);
        } else if constexpr (std::is_same_v<T, double>) {
          return realText(value);
        } else if constexpr (std::is_same_v<T, std::complex<double>>) {
          return "complex(" + realText(value.real()) + ", " + realText(value.imag()) + ")";
        } else if constexpr (std::is_same_v<T, std::string>) {
          return quoted(value);
        } else if constexpr (std::is_same_v<T, DType>) {
          return name(value);
        } else if constexpr (std::is_same_v<T, Operand>) {
          return "$" + std::to_string(value.index);
        } else if constexpr (std::is_same_v<T, TensorRef>) {
          return tensorText(value, sidecar);
        } else {
          return "[" +
                 joined(value, [&](const Attribute& a) { return attributeText(a, sidecar); }) + "]";
        }
      },
      attribute.value);
}

}  // namespace

std::string typeText(const TensorType& type) {
  std::string result = text(type);
  if (!type.quantization) return result;
  const Quantization& q = *type.quantization;
  result += " quantized(scale [" + joined(q.scale, [](double s) { return realText(s); });
  result += "], zero [" + joined(q.zeroPoint, [](std::int64_t z) { return std::to_string(z); });
  return result + "], axis " + std::to_string(q.axis) + ")";
}

std::string tensorText(const TensorRef& tensor, Sidecar* sidecar) {
  if (!tensor) return "#none";
  if (printsInline(*tensor)) {
    std::string elements;
    for (std::int64_t i = 0; i < tensor->size(); ++i) {
      elements += (i == 0 ? "" : ", ") + elementText(*tensor, i);
    }
    return text(tensor->type()) + "{" + elements + "}";
  }
  const std::string hash = tensor->contentHash();
  if (sidecar != nullptr) {
    const auto [at, added] = sidecar->emplace(hash, tensor);
    if (!added && Attribute(at->second) != Attribute(tensor)) {
      throw InternalError("two constants have the hash " + hash);
    }
  }
  return "#" + hash;
}

std::string attributesText(const Attributes& attributes, Sidecar* sidecar) {
  if (attributes.items().empty()) return "";
  return " {" +
         joined(attributes.items(),
                [&](const Attributes::Item& item) {
                  return wordOrQuoted(item.first) + " = " + attributeText(item.second, sidecar);
                }) +
         "}";
}

}  // namespace mcc::syntax
