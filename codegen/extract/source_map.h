// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The slices of runtime_support in one translation unit, and which of them a source location lies
// in.
#pragma once
#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "codegen/extract/extraction.h"
#include "codegen/extract/header_text.h"

namespace clang {
class ASTContext;
class CompilerInstance;
class Decl;
class DeclContext;
class NamespaceDecl;
class SourceLocation;
}  // namespace clang

namespace mcc::extract {

class SourceMap {
 public:
  // Listens to the preprocessor of `compiler`; before parsing.
  SourceMap(clang::CompilerInstance& compiler, std::string root);
  ~SourceMap();

  // Finds the slices; after parsing. What breaks the kernel dialect becomes an error of clang's.
  void findSlices(clang::ASTContext& context);

  // The slice that a declaration at `location` was written in.
  std::optional<std::size_t> sliceAt(clang::SourceLocation location) const;
  // Whether a location lies in runtime_support or in the text that asks for kernels.
  bool covers(clang::SourceLocation location) const;

  const std::vector<Slice>& slices() const { return slices_; }
  // The declaration of a slice; null for macros.
  const clang::Decl* declarationOf(std::size_t slice) const { return declarations_[slice]; }
  // The slices of the macros that a slice expands.
  const std::set<std::size_t>& macrosOf(std::size_t slice) const { return macros_.at(slice); }
  std::map<std::string, Header> headers() const;

 private:
  class Listener;
  struct File;

  File* fileAt(clang::SourceLocation location) const;
  void report(clang::SourceLocation where, const std::string& what) const;
  void report(const File& file, unsigned where, const std::string& what) const;
  void findInScope(const clang::DeclContext& scope);
  void findInRuntime(const clang::NamespaceDecl& block);
  Range takeDeclaration(const clang::Decl& declaration, const File& file, std::size_t& next) const;
  void findMacros();
  void checkDialect(const File& file) const;
  void add(File& file, Range text, const std::string& name, const std::string& signature,
           const clang::Decl* declaration);

  clang::CompilerInstance& compiler_;
  std::string root_;
  mutable std::map<std::string, std::unique_ptr<File>> files_;  // filled as they are met
  std::vector<Slice> slices_;
  std::vector<const clang::Decl*> declarations_;
  std::vector<std::set<std::size_t>> macros_;
};

}  // namespace mcc::extract
