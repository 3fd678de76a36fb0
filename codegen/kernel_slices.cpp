// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Looks roots up in the table of slices and unites what they need.
#include "codegen/kernel_slices.h"

#include <algorithm>
#include <cctype>

#include "ir/diagnostics.h"

namespace mcc {
namespace {

// Lists are joined by ';'. An empty list of instruction sets, which has spaces, stands for all.
struct SourceRow {
  std::string_view path;
  std::uint64_t hash;
  std::string_view isas;  // that include it
  std::string_view systemIncludes;
};

// In the order of printing.
struct SliceRow {
  std::string_view header;
  std::string_view key;  // unique on an instruction set: "exp", "load(const float*)", "Traits<F32>"
  std::string_view text;
};

// What a root needs, complete. Roots that need different slices on different instruction sets have
// several rows.
struct RootRow {
  std::string_view key;
  std::string_view isas;
  std::string_view slices;  // keys
};

#include "codegen/kernel_slices.inc"

// Calls visit(word) for each word of a joined list.
template <class Visit>
void forEachWord(std::string_view list, char separator, Visit visit) {
  while (!list.empty()) {
    const std::size_t end = std::min(list.find(separator), list.size());
    visit(list.substr(0, end));
    list.remove_prefix(std::min(end + 1, list.size()));
  }
}

bool isOn(std::string_view isas, std::string_view isa) {
  bool found = isas.empty();
  forEachWord(isas, ' ', [&](std::string_view word) { found = found || word == isa; });
  return found;
}

bool isKnown(std::string_view isa) {
  return std::any_of(std::begin(kSources), std::end(kSources), [&](const SourceRow& row) {
    return !row.isas.empty() && isOn(row.isas, isa);
  });
}

const SourceRow& sourceOf(const SliceRow& slice) {
  return *std::find_if(std::begin(kSources), std::end(kSources),
                       [&](const SourceRow& row) { return row.path == slice.header; });
}

// "exp" of "exp(F32)", "reduce" of "reduce<AddLanes>", all of "operator<(F32,F32)" but the types.
std::string_view nameOf(std::string_view key) {
  const bool isOperator = key.rfind("operator", 0) == 0;
  const std::size_t end = isOperator ? key.find('(', 9) : key.find_first_of("(<#", 1);
  return key.substr(0, std::min(end, key.size()));
}

const RootRow* exactRoot(std::string_view isa, std::string_view key) {
  for (const RootRow& row : kRoots) {
    if (row.key == key && isOn(row.isas, isa)) return &row;
  }
  return nullptr;
}

// The row of a root; of the template that serves its arguments; of the only overload of a bare
// name. Otherwise null.
const RootRow* findRoot(std::string_view isa, std::string_view root) {
  const std::string_view name = nameOf(root);
  const bool hasTypes = root.substr(name.size()).rfind('(', 0) == 0;
  std::vector<const RootRow*> others;
  for (const RootRow& row : kRoots) {
    if (nameOf(row.key) != name || !isOn(row.isas, isa)) continue;
    if (row.key == root) return &row;
    const bool isOverload = row.key.find('(') != std::string_view::npos;
    if (row.key == name || (isOverload && !hasTypes)) others.push_back(&row);
  }
  return others.size() == 1 ? others.front() : nullptr;
}

bool isIdentifierPart(char c) {
  return c == '_' || std::isalnum(static_cast<unsigned char>(c));
}

// Calls visit(row) for the rows that template arguments name: "reduce<AddLanes>" has AddLanes, or
// where there is such a row the argument to just this template.
template <class Visit>
void forEachArgument(std::string_view isa, std::string_view root, Visit visit) {
  const std::string name(nameOf(root));
  std::string_view rest = root.substr(name.size());
  if (rest.empty() || rest.front() != '<') return;
  while (!rest.empty()) {
    std::size_t length = 0;
    while (length < rest.size() && isIdentifierPart(rest[length])) ++length;
    const std::string argument(rest.substr(0, length));
    const RootRow* row = exactRoot(isa, name + "<" + argument + ">");
    if (!row) row = exactRoot(isa, argument);
    if (row) visit(*row);
    rest.remove_prefix(std::max<std::size_t>(length, 1));
  }
}

}  // namespace

KernelSlices kernelSlices(std::string_view isa, const std::set<std::string>& roots) {
  if (!isKnown(isa)) throw InternalError("no kernels for the instruction set " + std::string(isa));
  std::set<std::string_view> needed;
  for (const std::string& root : roots) {
    const RootRow* row = findRoot(isa, root);
    if (!row) throw InternalError("no kernel " + root + " on " + std::string(isa));
    const auto add = [&](const RootRow& one) {
      forEachWord(one.slices, ';', [&](std::string_view key) { needed.insert(key); });
    };
    add(*row);
    forEachArgument(isa, root, add);
  }
  KernelSlices result;
  std::set<std::string_view> systemIncludes;
  for (const SliceRow& slice : kSlices) {
    if (needed.count(slice.key) == 0) continue;
    const SourceRow& source = sourceOf(slice);
    if (!isOn(source.isas, isa)) continue;
    const bool isMacro = slice.key.rfind("MCC_", 0) == 0;
    result.slices.push_back({slice.header, nameOf(slice.key), isMacro, slice.text});
    forEachWord(source.systemIncludes, ';',
                [&](std::string_view include) { systemIncludes.insert(include); });
  }
  result.systemIncludes.assign(systemIncludes.begin(), systemIncludes.end());
  return result;
}

bool hasKernel(std::string_view isa, std::string_view root) {
  return isKnown(isa) && findRoot(isa, root);
}

std::vector<std::string_view> kernelRoots(std::string_view isa) {
  std::set<std::string_view> roots;
  if (!isKnown(isa)) return {};
  for (const RootRow& row : kRoots) {
    if (isOn(row.isas, isa)) roots.insert(row.key);
  }
  return {roots.begin(), roots.end()};
}

std::vector<KernelSource> kernelSources() {
  std::vector<KernelSource> sources;
  for (const SourceRow& row : kSources) sources.push_back({row.path, row.hash});
  return sources;
}

}  // namespace mcc
