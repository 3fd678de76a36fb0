// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finding slices: clang says which declarations there are, raw tokens say where each begins and
// ends, the preprocessor's callbacks say the same of macros.
#include "codegen/extract/source_map.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Lex/Lexer.h>
#include <clang/Lex/PPCallbacks.h>
#include <clang/Lex/Preprocessor.h>

#include <algorithm>

namespace mcc::extract {
namespace {

using clang::dyn_cast;
using clang::isa;
using llvm::isa_and_nonnull;
using clang::SourceLocation;

const clang::FunctionDecl* functionOf(const clang::Decl& declaration) {
  if (const auto* function = dyn_cast<clang::FunctionTemplateDecl>(&declaration)) {
    return function->getTemplatedDecl();
  }
  return dyn_cast<clang::FunctionDecl>(&declaration);
}

void eraseAll(std::string& text, const std::string& what, std::size_t count) {
  for (std::size_t at; (at = text.find(what)) != std::string::npos;) text.erase(at, count);
}

// "load", "Traits<F32>".
std::string nameOf(const clang::NamedDecl& declaration, const clang::PrintingPolicy& policy) {
  if (const auto* list = dyn_cast<clang::EnumDecl>(&declaration); list && !list->getIdentifier()) {
    return list->enumerators().empty() ? "enum" : list->enumerator_begin()->getNameAsString();
  }
  std::string name;
  llvm::raw_string_ostream out(name);
  declaration.getNameForDiagnostic(out, policy, /*Qualified=*/false);
  eraseAll(name, "mcc::rt::", 9);
  return name;
}

// "(const float*,AllLanes)": types as the author wrote them, without spaces around punctuation.
std::string signatureOf(const clang::FunctionDecl* function, const clang::PrintingPolicy& policy) {
  if (!function) return "";
  std::string signature = "(";
  for (const clang::ParmVarDecl* parameter : function->parameters()) {
    if (signature.size() > 1) signature += ',';
    signature += parameter->getType().getUnqualifiedType().getAsString(policy);
  }
  for (const char* spaced : {" *", " &", " ,"}) eraseAll(signature, spaced, 1);
  eraseAll(signature, "mcc::rt::", 9);
  return signature + ')';
}

bool isSupported(const clang::Decl& declaration) {
  if (isa_and_nonnull<clang::CXXDeductionGuideDecl>(functionOf(declaration))) return false;
  return isa<clang::FunctionDecl, clang::FunctionTemplateDecl, clang::CXXRecordDecl,
             clang::ClassTemplateDecl, clang::VarDecl, clang::VarTemplateDecl, clang::EnumDecl,
             clang::TypedefNameDecl, clang::TypeAliasTemplateDecl, clang::UsingDecl,
             clang::StaticAssertDecl, clang::EmptyDecl>(declaration);
}

// clang lists these in the namespace though nobody wrote them.
bool isUnwritten(const clang::Decl& declaration) {
  const auto* variable = dyn_cast<clang::VarTemplateSpecializationDecl>(&declaration);
  return declaration.isImplicit() || (variable && !variable->isExplicitSpecialization());
}

}  // namespace

// A header of runtime_support while it is being read.
struct SourceMap::File {
  struct Macro {
    std::string name;
    Range definition;
  };
  struct Expansion {
    unsigned where;
    const File* definedIn;
    unsigned definedAt;
  };
  struct Entry {
    Range range;  // without comments
    std::size_t slice;
  };

  File(clang::FileID fileId, std::string filePath, std::string_view text)
      : id(fileId), path(std::move(filePath)), header(text) {}

  static std::optional<std::size_t> find(const std::vector<Entry>& entries, unsigned offset) {
    for (const Entry& entry : entries) {
      if (entry.range.contains(offset)) return entry.slice;
    }
    return std::nullopt;
  }

  clang::FileID id;
  std::string path;
  HeaderText header;
  Header facts;
  std::vector<Range> conditionals;  // outermost #if to #endif, whole lines
  std::vector<unsigned> openConditionals;
  std::vector<Macro> macros;
  std::vector<Expansion> expansions;
  std::vector<Entry> declarations;  // ascending
  std::vector<Entry> macroSlices;
};

// Writes down what the preprocessor does inside runtime_support.
class SourceMap::Listener : public clang::PPCallbacks {
 public:
  explicit Listener(SourceMap& map) : map_(map), sources_(map.compiler_.getSourceManager()) {}

  void InclusionDirective(SourceLocation hash, const clang::Token&, llvm::StringRef name,
                          bool isAngled, clang::CharSourceRange, const clang::FileEntry*,
                          llvm::StringRef, llvm::StringRef, const clang::Module*,
                          clang::SrcMgr::CharacteristicKind) override {
    File* file = map_.fileAt(hash);
    if (!file) return;
    if (isAngled) {
      file->facts.systemIncludes.insert(name.str());
    } else {
      file->facts.includes.push_back({name.str(), sources_.getFileOffset(hash)});
    }
  }

  void MacroDefined(const clang::Token& name, const clang::MacroDirective* directive) override {
    const clang::MacroInfo& info = *directive->getMacroInfo();
    File* file = map_.fileAt(info.getDefinitionLoc());
    if (!file) return;
    const unsigned begin = file->header.lineAt(offsetOf(info.getDefinitionLoc())).begin;
    const unsigned end = file->header.lineAt(offsetOf(info.getDefinitionEndLoc())).end;
    file->macros.push_back({name.getIdentifierInfo()->getName().str(), {begin, end}});
  }

  void MacroExpands(const clang::Token& name, const clang::MacroDefinition& definition,
                    clang::SourceRange, const clang::MacroArgs*) override {
    const SourceLocation where = sources_.getSpellingLoc(name.getLocation());
    const SourceLocation defined = definition.getMacroInfo()->getDefinitionLoc();
    File* user = map_.fileAt(where);
    const File* definer = map_.fileAt(defined);
    if (user && definer) user->expansions.push_back({offsetOf(where), definer, offsetOf(defined)});
  }

  void If(SourceLocation where, clang::SourceRange, ConditionValueKind) override { open(where); }
  void Ifdef(SourceLocation where, const clang::Token&, const clang::MacroDefinition&) override {
    open(where);
  }
  void Ifndef(SourceLocation where, const clang::Token&, const clang::MacroDefinition&) override {
    open(where);
  }
  void Endif(SourceLocation where, SourceLocation) override {
    File* file = map_.fileAt(where);
    if (!file) return;
    const unsigned begin = file->openConditionals.back();
    file->openConditionals.pop_back();
    if (!file->openConditionals.empty()) return;
    file->conditionals.push_back({begin, file->header.lineAt(offsetOf(where)).end});
  }

 private:
  void open(SourceLocation where) {
    File* file = map_.fileAt(where);
    if (file) file->openConditionals.push_back(file->header.lineAt(offsetOf(where)).begin);
  }
  unsigned offsetOf(SourceLocation where) const { return sources_.getFileOffset(where); }

  SourceMap& map_;
  const clang::SourceManager& sources_;
};

SourceMap::SourceMap(clang::CompilerInstance& compiler, std::string root)
    : compiler_(compiler), root_(std::move(root)) {
  compiler.getPreprocessor().addPPCallbacks(std::make_unique<Listener>(*this));
}

SourceMap::~SourceMap() = default;

SourceMap::File* SourceMap::fileAt(SourceLocation location) const {
  const clang::SourceManager& sources = compiler_.getSourceManager();
  if (location.isInvalid()) return nullptr;
  const clang::FileID id = sources.getFileID(sources.getFileLoc(location));
  const clang::FileEntry* entry = sources.getFileEntryForID(id);
  if (!entry) return nullptr;
  llvm::StringRef path = entry->getName();
  if (!path.consume_front(root_ + "/") || !path.startswith("runtime_support/")) return nullptr;
  std::unique_ptr<File>& file = files_[path.str()];
  if (!file) file = std::make_unique<File>(id, path.str(), sources.getBufferData(id));
  return file.get();
}

void SourceMap::report(SourceLocation where, const std::string& what) const {
  clang::DiagnosticsEngine& diagnostics = compiler_.getDiagnostics();
  diagnostics.Report(where, diagnostics.getCustomDiagID(clang::DiagnosticsEngine::Error, "%0"))
      << what;
}

void SourceMap::report(const File& file, unsigned where, const std::string& what) const {
  const SourceLocation start = compiler_.getSourceManager().getLocForStartOfFile(file.id);
  report(start.getLocWithOffset(static_cast<int>(where)), what);
}

void SourceMap::findSlices(clang::ASTContext& context) {
  findInScope(*context.getTranslationUnitDecl());
  findMacros();
  for (const auto& [path, file] : files_) checkDialect(*file);
}

void SourceMap::findInScope(const clang::DeclContext& scope) {
  for (const clang::Decl* declaration : scope.decls()) {
    if (declaration->isImplicit() || !fileAt(declaration->getLocation())) continue;
    const auto* block = dyn_cast<clang::NamespaceDecl>(declaration);
    const std::string name = block ? block->getQualifiedNameAsString() : "";
    if (name == "mcc") {
      findInScope(*block);
    } else if (name == "mcc::rt") {
      findInRuntime(*block);
    } else {
      report(declaration->getLocation(), "kernels belong into the namespace mcc::rt");
    }
  }
}

void SourceMap::findInRuntime(const clang::NamespaceDecl& block) {
  const clang::PrintingPolicy policy(compiler_.getLangOpts());
  File& file = *fileAt(block.getLocation());
  const unsigned name = compiler_.getSourceManager().getFileOffset(block.getLocation());
  std::size_t next = file.header.openBraceFrom(file.header.tokenFrom(name)) + 1;
  unsigned floor = file.header.token(next - 1).end;
  for (const clang::Decl* declaration : block.decls()) {
    if (isUnwritten(*declaration)) continue;
    if (!isSupported(*declaration)) {
      report(declaration->getLocation(), "the kernel dialect has no such declaration");
      continue;
    }
    const Range range = takeDeclaration(*declaration, file, next);
    const Range text = file.header.withComments(range, floor);
    floor = text.end;
    if (const auto* named = dyn_cast<clang::NamedDecl>(declaration)) {
      file.declarations.push_back({range, slices_.size()});
      add(file, text, nameOf(*named, policy), signatureOf(functionOf(*declaration), policy),
          declaration);
    }
  }
  if (next >= file.header.tokenCount() || file.header.punctuation(next) != '}') {
    report(block.getRBraceLoc(), "mcc-extract does not understand what stands before this");
  }
}

// The extent of a declaration, the first of whose tokens is `next`. Attributes and macros may stand
// before what clang calls its beginning; whole declarations, which clang keeps elsewhere (explicit
// instantiations) or which share their type (int a, b), may not.
Range SourceMap::takeDeclaration(const clang::Decl& declaration, const File& file,
                                 std::size_t& next) const {
  const clang::SourceManager& sources = compiler_.getSourceManager();
  const HeaderText& header = file.header;
  const clang::CharSourceRange range = sources.getExpansionRange(declaration.getSourceRange());
  const std::size_t first = header.tokenFrom(sources.getFileOffset(range.getBegin()));
  const std::size_t last = header.tokenFrom(sources.getFileOffset(range.getEnd()));
  const clang::FunctionDecl* function = functionOf(declaration);
  const bool endsHere =
      (function && function->doesThisDeclarationHaveABody()) || isa<clang::EmptyDecl>(declaration);
  const std::size_t end = endsHere ? last : header.semicolonFrom(last);
  bool isClean = next <= first;
  for (std::size_t i = next; isClean && i < first; ++i) {
    isClean = header.punctuation(i) != ';' && header.punctuation(i) != '}';
  }
  if (!isClean) {
    report(declaration.getLocation(), "the kernel dialect wants one declaration per statement");
    return header.token(last);
  }
  const Range taken{header.token(next).begin, header.token(end).end};
  next = end + 1;
  return taken;
}

// A macro's slice is its definition, or all of the outermost #if block it is defined in.
void SourceMap::findMacros() {
  for (auto& [path, file] : files_) {
    for (const File::Macro& macro : file->macros) {
      if (File::find(file->macroSlices, macro.definition.begin)) continue;
      Range range = macro.definition;
      for (const Range& block : file->conditionals) {
        if (block.contains(range)) range = block;
      }
      file->macroSlices.push_back({range, slices_.size()});
      add(*file, file->header.withComments(range, 0), macro.name, "", nullptr);
    }
  }
  macros_.resize(slices_.size());
  for (const auto& [path, file] : files_) {
    for (const File::Expansion& expansion : file->expansions) {
      auto user = File::find(file->declarations, expansion.where);
      if (!user) user = File::find(file->macroSlices, expansion.where);
      const auto macro = File::find(expansion.definedIn->macroSlices, expansion.definedAt);
      if (user && macro && *user != *macro) macros_[*user].insert(*macro);
    }
  }
}

void SourceMap::checkDialect(const File& file) const {
  for (const File::Entry& entry : file.declarations) {
    for (const Range& block : file.conditionals) {
      if (!block.overlaps(entry.range)) continue;
      report(file, block.begin,
             "the kernel dialect has no #if around declarations: choose by file");
    }
    for (const Include& include : file.facts.includes) {
      if (!entry.range.contains(include.begin)) continue;
      report(file, include.begin, "the kernel dialect has no #include inside declarations");
    }
  }
}

void SourceMap::add(File& file, Range text, const std::string& name, const std::string& signature,
                    const clang::Decl* declaration) {
  slices_.push_back({file.path, text.begin, name, signature,
                     std::string(file.header.text().substr(text.begin, text.end - text.begin))});
  declarations_.push_back(declaration);
}

std::map<std::string, Header> SourceMap::headers() const {
  std::map<std::string, Header> headers;
  for (const auto& [path, file] : files_) headers[path] = file->facts;
  return headers;
}

std::optional<std::size_t> SourceMap::sliceAt(SourceLocation location) const {
  const File* file = fileAt(location);
  if (!file) return std::nullopt;
  const clang::SourceManager& sources = compiler_.getSourceManager();
  return File::find(file->declarations, sources.getFileOffset(sources.getFileLoc(location)));
}

bool SourceMap::covers(SourceLocation location) const {
  const clang::SourceManager& sources = compiler_.getSourceManager();
  return fileAt(location) ||
         (location.isValid() && sources.isInMainFile(sources.getFileLoc(location)));
}

}  // namespace mcc::extract
