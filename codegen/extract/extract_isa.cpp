// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs clang: over the .def files, which are tables of string literals to it, and over one
// translation unit per instruction set that uses every kernel.
#include <clang/AST/ASTConsumer.h>
#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/Expr.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendAction.h>
#include <clang/Tooling/Tooling.h>

#include <algorithm>
#include <functional>
#include <sstream>

#include "codegen/extract/dependencies.h"
#include "codegen/extract/extraction.h"
#include "codegen/extract/source_map.h"

namespace mcc::extract {
namespace {

using clang::dyn_cast;

constexpr const char* kUsePrefix = "useOfRow";

// A value from nowhere, as in the test that compiles the slices.
constexpr const char* kProbe = R"(#include <type_traits>
void* nowhere();
template <class T>
T probe() {
  return static_cast<T>(*static_cast<std::remove_reference_t<T>*>(nowhere()));
}
)";

// Calls `finish` with the parsed translation unit unless clang found errors.
class Action : public clang::ASTFrontendAction {
 public:
  using Finish = std::function<void(clang::ASTContext&, SourceMap&)>;
  Action(std::string root, Finish finish) : root_(std::move(root)), finish_(std::move(finish)) {}

  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& compiler,
                                                        llvm::StringRef) override {
    return std::make_unique<Consumer>(compiler, root_, finish_);
  }

 private:
  class Consumer : public clang::ASTConsumer {
   public:
    Consumer(clang::CompilerInstance& compiler, const std::string& root, Finish finish)
        : sources_(compiler, root), finish_(std::move(finish)) {}
    void HandleTranslationUnit(clang::ASTContext& context) override {
      if (!context.getDiagnostics().hasErrorOccurred()) finish_(context, sources_);
    }

   private:
    SourceMap sources_;
    Finish finish_;
  };

  std::string root_;
  Finish finish_;
};

bool parse(const Paths& paths, const std::string& code, std::vector<std::string> flags,
           Action::Finish finish) {
  flags.insert(flags.end(), {"-w", "-fparse-all-comments", "-I" + paths.root, "-resource-dir",
                             paths.resourceDir});
  return clang::tooling::runToolOnCodeWithArgs(
      std::make_unique<Action>(paths.root, std::move(finish)), code, flags,
      paths.root + "/kernel_uses.cpp", "mcc-extract");
}

void report(clang::ASTContext& context, const std::string& what) {
  clang::DiagnosticsEngine& diagnostics = context.getDiagnostics();
  diagnostics.Report(diagnostics.getCustomDiagID(clang::DiagnosticsEngine::Error, "%0")) << what;
}

// The string literals of an initializer, in order.
void collectStrings(const clang::Stmt* statement, std::vector<std::string>& strings) {
  if (!statement) return;
  if (const auto* literal = dyn_cast<clang::StringLiteral>(statement)) {
    strings.push_back(literal->getString().str());
  }
  for (const clang::Stmt* child : statement->children()) collectStrings(child, strings);
}

// Reads an X-macro file whose rows `pattern` turns into string literals.
std::vector<std::string> readStrings(const Paths& paths, const std::string& pattern,
                                     const std::string& file) {
  const std::string code =
      "#define " + pattern + ",\nconst char* const rows[] = {\n#include \"" + file + "\"\n};\n";
  std::vector<std::string> strings;
  const bool ok = parse(paths, code, {"-std=c++20"}, [&](clang::ASTContext& context, SourceMap&) {
    for (const clang::Decl* declaration : context.getTranslationUnitDecl()->decls()) {
      if (const auto* rows = dyn_cast<clang::VarDecl>(declaration)) {
        collectStrings(rows->getInit(), strings);
      }
    }
  });
  return ok ? strings : std::vector<std::string>{};
}

// "(avx2, avx512)" and "-mavx2 -mfma" alike.
std::vector<std::string> splitWords(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c == '(' || c == ')' || c == ','; }, ' ');
  std::istringstream in(text);
  std::vector<std::string> words;
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}

// The translation unit that uses every kernel, each row in a function of its own.
std::string usesOf(const std::vector<KernelRow>& rows, const Isa& isa) {
  std::string code = kProbe;
  for (const KernelRow& row : rows) {
    if (row.appliesTo(isa)) code += "#include \"" + row.header + "\"\n";
  }
  code += "namespace mcc::rt {\n";
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i].use.empty() || !rows[i].appliesTo(isa)) continue;
    code += "void " + (kUsePrefix + std::to_string(i)) + "() {\n#line 1 \"" + rows[i].key +
            " in kernels.def\"\n" + rows[i].use + ";\n}\n";
  }
  return code + "}\n";
}

std::vector<std::string> flagsFor(const Isa& isa) {
  std::string macro = "-DMCC_SIMD_";
  for (const char c : isa.name) macro += static_cast<char>(std::toupper(c));
  std::vector<std::string> flags{"-std=c++17", "--target=" + isa.triple, macro};
  flags.insert(flags.end(), isa.flags.begin(), isa.flags.end());
  return flags;
}

// The functions that use rows, by name.
std::map<std::string, const clang::Decl*> findUses(clang::ASTContext& context) {
  std::map<std::string, const clang::Decl*> uses;
  std::function<void(const clang::DeclContext&)> visit = [&](const clang::DeclContext& scope) {
    for (const clang::Decl* declaration : scope.decls()) {
      if (const auto* inner = dyn_cast<clang::NamespaceDecl>(declaration)) visit(*inner);
      const auto* function = dyn_cast<clang::FunctionDecl>(declaration);
      if (function && function->getIdentifier() && function->getName().startswith(kUsePrefix)) {
        uses[function->getNameAsString()] = function;
      }
    }
  };
  visit(*context.getTranslationUnitDecl());
  return uses;
}

Root rootOf(std::string key, const std::set<std::size_t>& slices) {
  return {std::move(key), {slices.begin(), slices.end()}};
}

// A row without a use stands for every plain function of its name, wherever it is declared.
std::vector<Root> overloadRoots(const KernelRow& row, const SourceMap& sources,
                                Dependencies& dependencies) {
  std::vector<Root> roots;
  for (std::size_t i = 0; i < sources.slices().size(); ++i) {
    const Slice& slice = sources.slices()[i];
    const auto* function = llvm::dyn_cast_or_null<clang::FunctionDecl>(sources.declarationOf(i));
    if (!function || slice.name != row.key || function->getPreviousDecl()) continue;
    roots.push_back(rootOf(row.key + slice.signature, dependencies.closureOf(function)));
  }
  return roots;
}

std::vector<Root> findRoots(clang::ASTContext& context, const std::vector<KernelRow>& rows,
                            const Isa& isa, const SourceMap& sources) {
  Dependencies dependencies(sources);
  const auto uses = findUses(context);
  std::vector<Root> roots;
  std::set<std::string> seen;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (!rows[i].appliesTo(isa)) continue;
    std::vector<Root> found;
    if (rows[i].use.empty()) {
      found = overloadRoots(rows[i], sources, dependencies);
    } else {
      const clang::Decl* use = uses.at(kUsePrefix + std::to_string(i));
      found.push_back(rootOf(rows[i].key, dependencies.closureOf(use)));
    }
    if (found.empty()) {
      report(context, "kernels.def: " + rows[i].header + " has no plain function " + rows[i].key +
                          " on " + isa.name + "; a template needs a use in its row");
    }
    for (Root& root : found) {
      // Rows of one name add headers to it: sqrt(F32) and sqrt(float) are declared apart.
      if (rows[i].use.empty() && !seen.insert(root.key).second) continue;
      roots.push_back(std::move(root));
    }
  }
  return roots;
}

}  // namespace

std::vector<Isa> readIsas(const Paths& paths) {
  const std::vector<std::string> strings = readStrings(
      paths, "MCC_ISA(name, triple, flags) #name, triple, flags", "runtime_support/simd/isas.def");
  std::vector<Isa> isas;
  for (std::size_t i = 0; i + 2 < strings.size(); i += 3) {
    isas.push_back({strings[i], strings[i + 1], splitWords(strings[i + 2])});
  }
  return isas;
}

std::vector<KernelRow> readKernelRows(const Paths& paths) {
  const std::vector<std::string> strings =
      readStrings(paths, "MCC_KERNEL(key, header, isas, ...) #key, header, #isas, #__VA_ARGS__",
                  "runtime_support/kernels.def");
  std::vector<KernelRow> rows;
  for (std::size_t i = 0; i + 3 < strings.size(); i += 4) {
    KernelRow row{strings[i], strings[i + 1], {}, strings[i + 3]};
    if (strings[i + 2] != "any") {
      for (const std::string& isa : splitWords(strings[i + 2])) row.isas.insert(isa);
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

std::optional<Extraction> extractIsa(const Paths& paths, const Isa& isa,
                                     const std::vector<KernelRow>& rows) {
  Extraction extraction;
  const bool ok = parse(paths, usesOf(rows, isa), flagsFor(isa),
                        [&](clang::ASTContext& context, SourceMap& sources) {
                          sources.findSlices(context);
                          if (context.getDiagnostics().hasErrorOccurred()) return;
                          extraction.roots = findRoots(context, rows, isa, sources);
                          extraction.headers = sources.headers();
                          extraction.slices = sources.slices();
                        });
  if (!ok) return std::nullopt;
  return extraction;
}

}  // namespace mcc::extract
