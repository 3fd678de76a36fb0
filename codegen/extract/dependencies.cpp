// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Walks clang's syntax tree from one declaration to those it refers to.
#include "codegen/extract/dependencies.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/ASTLambda.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/RecursiveASTVisitor.h>

namespace mcc::extract {
namespace {

using clang::dyn_cast;
using clang::isa;

// Collects what one declaration refers to directly.
class Collector : public clang::RecursiveASTVisitor<Collector> {
  using Walk = clang::RecursiveASTVisitor<Collector>;

 public:
  Collector(const clang::Decl* start, std::vector<const clang::Decl*>& found)
      : start_(start), found_(found) {}

  bool shouldVisitTemplateInstantiations() const { return true; }
  bool shouldVisitImplicitCode() const { return true; }

  bool TraverseDecl(clang::Decl* declaration) {
    const auto* function = dyn_cast_or_null<clang::FunctionDecl>(declaration);
    if (!function || declaration == start_ || !function->isTemplateInstantiation() ||
        clang::isLambdaCallOperator(function)) {
      return Walk::TraverseDecl(declaration);
    }
    // A member of a class instance: its type belongs to the class, its body to those who call it.
    const clang::TypeSourceInfo* type = function->getTypeSourceInfo();
    return !type || TraverseTypeLoc(type->getTypeLoc());
  }

  // Templates without their instances: those are reached by whoever uses them.
  bool TraverseFunctionTemplateDecl(clang::FunctionTemplateDecl* d) { return walkTemplate(d); }
  bool TraverseClassTemplateDecl(clang::ClassTemplateDecl* d) { return walkTemplate(d); }
  bool TraverseVarTemplateDecl(clang::VarTemplateDecl* d) { return walkTemplate(d); }

  bool VisitDeclRefExpr(clang::DeclRefExpr* use) {
    return add(use->getDecl()) && add(use->getFoundDecl());
  }
  bool VisitMemberExpr(clang::MemberExpr* use) {
    return add(use->getMemberDecl()) && add(use->getFoundDecl().getDecl());
  }
  bool VisitCXXConstructExpr(clang::CXXConstructExpr* use) { return add(use->getConstructor()); }
  bool VisitCXXDefaultArgExpr(clang::CXXDefaultArgExpr* use) {
    return TraverseStmt(use->getExpr());
  }
  bool VisitCXXDefaultInitExpr(clang::CXXDefaultInitExpr* use) {
    return TraverseStmt(use->getExpr());
  }

  bool VisitTypeLoc(clang::TypeLoc use) { return addType(use.getTypePtr()); }
  bool VisitType(clang::Type* type) { return addType(type); }
  bool TraverseTemplateName(clang::TemplateName name) {
    return add(name.getAsTemplateDecl()) && Walk::TraverseTemplateName(name);
  }

 private:
  template <class Template>
  bool walkTemplate(Template* declaration) {
    for (clang::NamedDecl* parameter : *declaration->getTemplateParameters()) {
      if (!TraverseDecl(parameter)) return false;
    }
    return TraverseDecl(declaration->getTemplatedDecl());
  }

  bool add(const clang::Decl* declaration) {
    if (declaration) found_.push_back(declaration);
    return true;
  }

  bool addType(const clang::Type* type) {
    if (const auto* alias = dyn_cast<clang::TypedefType>(type)) return add(alias->getDecl());
    if (const auto* tag = dyn_cast<clang::TagType>(type)) return add(tag->getDecl());
    if (const auto* used = dyn_cast<clang::UsingType>(type)) return add(used->getFoundDecl());
    if (const auto* injected = dyn_cast<clang::InjectedClassNameType>(type)) {
      return add(injected->getDecl());
    }
    if (const auto* instance = dyn_cast<clang::TemplateSpecializationType>(type)) {
      // What an alias stands for is written nowhere in the user, so it is walked here.
      if (instance->isTypeAlias()) return TraverseType(instance->getAliasedType());
      if (!instance->isDependentType()) return add(instance->getAsCXXRecordDecl());
    }
    return true;
  }

  const clang::Decl* start_;
  std::vector<const clang::Decl*>& found_;
};

// Where `declaration` comes from: its template and pattern, the class it is a member of.
void addOrigins(const clang::Decl* declaration, std::vector<const clang::Decl*>& found) {
  auto add = [&](const clang::Decl* origin) {
    if (origin) found.push_back(origin);
  };
  for (const clang::Decl* redeclaration : declaration->redecls()) add(redeclaration);
  if (const auto* function = dyn_cast<clang::FunctionDecl>(declaration)) {
    add(function->getTemplateInstantiationPattern());
    add(function->getPrimaryTemplate());
    add(function->getDescribedFunctionTemplate());
  } else if (const auto* record = dyn_cast<clang::CXXRecordDecl>(declaration)) {
    add(record->getTemplateInstantiationPattern());
    add(record->getDescribedClassTemplate());
  } else if (const auto* variable = dyn_cast<clang::VarDecl>(declaration)) {
    add(variable->getTemplateInstantiationPattern());
    add(variable->getDescribedVarTemplate());
  } else if (const auto* list = dyn_cast<clang::EnumDecl>(declaration)) {
    add(list->getTemplateInstantiationPattern());
  } else if (const auto* shadow = dyn_cast<clang::UsingShadowDecl>(declaration)) {
    add(dyn_cast<clang::UsingDecl>(shadow->getIntroducer()));
    add(shadow->getTargetDecl());
  }
  if (const auto* instance = dyn_cast<clang::ClassTemplateSpecializationDecl>(declaration)) {
    add(instance->getSpecializedTemplate());
  } else if (const auto* value = dyn_cast<clang::VarTemplateSpecializationDecl>(declaration)) {
    add(value->getSpecializedTemplate());
  }
  add(dyn_cast<clang::TagDecl>(declaration->getDeclContext()));
  add(dyn_cast<clang::TagDecl>(declaration->getLexicalDeclContext()));
}

// Parameters and local variables belong to what was walked already. Builtins (which intrinsics of
// clang's are macros over) count as declared where they are first used, so they would lead astray.
bool isLocalOrBuiltin(const clang::Decl* declaration) {
  const auto* function = dyn_cast<clang::FunctionDecl>(declaration);
  if (function && function->getBuiltinID() != 0) return true;
  const auto* variable = dyn_cast<clang::VarDecl>(declaration);
  return isa<clang::TemplateTypeParmDecl, clang::NonTypeTemplateParmDecl>(declaration) ||
         (variable && variable->isLocalVarDeclOrParm());
}

}  // namespace

const std::vector<const clang::Decl*>& Dependencies::neededBy(const clang::Decl* declaration) {
  const auto [place, isNew] = needed_.try_emplace(declaration);
  if (isNew) {
    std::vector<const clang::Decl*> found;
    addOrigins(declaration, found);
    Collector(declaration, found).TraverseDecl(const_cast<clang::Decl*>(declaration));
    place->second = std::move(found);
  }
  return place->second;
}

std::set<std::size_t> Dependencies::closureOf(const clang::Decl* start) {
  std::set<std::size_t> slices;
  std::set<const clang::Decl*> seen{start};
  std::vector<const clang::Decl*> pending{start};
  while (!pending.empty()) {
    const clang::Decl* declaration = pending.back();
    pending.pop_back();
    if (const auto slice = sources_.sliceAt(declaration->getLocation())) slices.insert(*slice);
    for (const clang::Decl* next : neededBy(declaration)) {
      if (!isLocalOrBuiltin(next) && sources_.covers(next->getLocation()) &&
          seen.insert(next).second) {
        pending.push_back(next);
      }
    }
  }
  std::vector<std::size_t> users(slices.begin(), slices.end());
  while (!users.empty()) {
    const std::size_t user = users.back();
    users.pop_back();
    for (const std::size_t macro : sources_.macrosOf(user)) {
      if (slices.insert(macro).second) users.push_back(macro);
    }
  }
  return slices;
}

}  // namespace mcc::extract
