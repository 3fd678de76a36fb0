// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Contractions written with index letters: einsum, tensordot, inner, bilinear.
#include <algorithm>
#include <cctype>

#include "passes/decompose/products.h"

namespace mcc {
namespace {

// Letters of an equation's operands and result. "..." becomes digits, counted from the right, so
// that dimensions of different operands line up.
struct Equation {
  std::vector<std::string> operands;
  std::string result;
};

std::string withoutSpaces(const std::string& equation) {
  std::string out;
  for (const char c : equation) out += c == ' ' ? "" : std::string(1, c);
  return out;
}

// `count` dimensions hide behind the dots.
std::string spelledOut(const std::string& labels, std::size_t count) {
  const std::size_t dots = labels.find("...");
  if (dots == std::string::npos) return labels;
  std::string digits;
  for (std::size_t i = count; i-- > 0;) digits += static_cast<char>('0' + i);
  return labels.substr(0, dots) + digits + labels.substr(dots + 3);
}

std::size_t lettersOf(const std::string& labels) {
  return static_cast<std::size_t>(
      std::count_if(labels.begin(), labels.end(), [](char c) { return c != '.'; }));
}

// Without "->": the dots, then letters that occur once, in alphabetical order.
std::string impliedResult(const std::string& operands, std::size_t hidden) {
  std::string letters = operands;
  std::sort(letters.begin(), letters.end());
  std::string result = spelledOut("...", hidden);
  for (const char c : letters) {
    if (std::isalpha(static_cast<unsigned char>(c)) == 0) continue;
    if (std::count(letters.begin(), letters.end(), c) == 1) result += c;
  }
  return result;
}

Equation parseEquation(AtenCall& call, const std::vector<ValueId>& tensors) {
  const std::string equation = withoutSpaces(call.string("equation"));
  const std::size_t arrow = equation.find("->");
  const std::string left = equation.substr(0, arrow);
  Equation parsed;
  std::size_t begin = 0;
  std::size_t hidden = 0;
  for (const ValueId tensor : tensors) {
    const std::size_t comma = std::min(left.find(',', begin), left.size());
    const std::string labels = begin <= left.size() ? left.substr(begin, comma - begin) : "";
    begin = comma + 1;
    const auto rank = static_cast<std::size_t>(call.rank(tensor));
    const std::size_t letters = lettersOf(labels);
    const bool hasDots = labels.find("...") != std::string::npos;
    if (letters > rank || (letters < rank && !hasDots) || rank - letters > 9) {
      throw Error("einsum: '" + labels + "' does not fit an operand of shape " +
                  text(call.shape(tensor)));
    }
    hidden = std::max(hidden, rank - letters);
    parsed.operands.push_back(spelledOut(labels, rank - letters));
  }
  parsed.result = arrow == std::string::npos ? impliedResult(left, hidden)
                                             : spelledOut(equation.substr(arrow + 2), hidden);
  return parsed;
}

void einsum(AtenCall& call) {
  const std::vector<ValueId> tensors = call.tensors("tensors");
  const Equation equation = parseEquation(call, tensors);
  const auto needed = [&](std::size_t from) {
    std::string labels = equation.result;
    for (std::size_t i = from; i < tensors.size(); ++i) labels += equation.operands[i];
    return labels;
  };
  Labelled all{tensors.at(0), equation.operands[0]};
  for (std::size_t i = 1; i < tensors.size(); ++i) {
    all = contract(call, all, {tensors[i], equation.operands[i]}, needed(i + 1));
  }
  all = reduceLabels(call, all, equation.result);
  for (const char label : equation.result) {
    if (all.labels.find(label) == std::string::npos) {
      throw Error(std::string("einsum: the result's index '") + label + "' is in no operand");
    }
  }
  call.result(arrange(call, all, equation.result));
}

// Letters first, first + 1, ... for a tensor's dimensions.
std::string letters(std::int64_t rank, char first) {
  std::string labels;
  for (std::int64_t d = 0; d < rank; ++d) labels += static_cast<char>(first + d);
  return labels;
}

void tensordot(AtenCall& call) {
  Labelled a{call.tensor("self"), {}};
  Labelled b{call.tensor("other"), {}};
  a.labels = letters(call.rank(a.value), 'a');
  b.labels = letters(call.rank(b.value), 'A');
  const std::vector<std::int64_t> left = call.integers("dims_self");
  const std::vector<std::int64_t> right = call.integers("dims_other");
  if (left.size() != right.size()) throw Error("tensordot: the lists of dimensions differ in size");
  std::string kept = a.labels + b.labels;
  for (std::size_t i = 0; i < left.size(); ++i) {
    const auto from = static_cast<std::size_t>(normalizeAxis(right[i], call.rank(b.value)));
    const auto to = static_cast<std::size_t>(normalizeAxis(left[i], call.rank(a.value)));
    std::erase(kept, b.labels[from]);
    std::erase(kept, a.labels[to]);
    b.labels[from] = a.labels[to];
  }
  call.result(arrange(call, contract(call, a, b, kept), kept));
}

void inner(AtenCall& call) {
  const ValueId a = call.tensor("self");
  const ValueId b = call.tensor("other");
  if (call.rank(a) == 0 || call.rank(b) == 0) return call.result(call.mul(a, b));
  Labelled left{a, letters(call.rank(a), 'a')};
  Labelled right{b, letters(call.rank(b), 'A')};
  left.labels.back() = right.labels.back() = '0';
  std::string kept = left.labels + right.labels;
  std::erase(kept, '0');
  call.result(arrange(call, contract(call, left, right, kept), kept));
}

// y[.., o] = sum over i, j of x1[.., i] weight[o, i, j] x2[.., j] + bias[o].
void bilinear(AtenCall& call) {
  const ValueId x1 = call.tensor("input1");
  const ValueId x2 = call.tensor("input2");
  const std::string rows = letters(call.rank(x1) - 1, 'a');
  const Labelled half =
      contract(call, {x1, rows + "I"}, {call.tensor("weight"), "OIJ"}, rows + "OJ");
  const Labelled product = contract(call, half, {x2, rows + "J"}, rows + "O");
  const ValueId y = arrange(call, product, rows + "O");
  const ValueId bias = call.optionalTensor("bias");
  call.result(bias.valid() ? call.add(y, bias) : y);
}

constexpr Rule kEinsumRules[] = {
    {"aten.einsum.default", einsum},
    {"aten.tensordot.default", tensordot},
    {"aten.inner.default", inner},
    {"aten.bilinear.default", bilinear},
};

}  // namespace

std::span<const Rule> einsumRules();
std::span<const Rule> einsumRules() {
  return kEinsumRules;
}

}  // namespace mcc
