// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lookup and typed access of attributes.
#include "ir/attribute.h"

#include <algorithm>

#include "ir/diagnostics.h"

namespace mcc {
namespace {

[[noreturn]] void wrongType(const std::string& name, const char* wanted) {
  throw Error("attribute '" + name + "' is not " + wanted);
}

bool equalTensors(const TensorRef& a, const TensorRef& b) {
  if (a == b) return true;
  if (!a || !b) return false;
  return a->dtype() == b->dtype() && a->shape() == b->shape() &&
         std::equal(a->data(), a->data() + a->bytes(), b->data());
}

template <class T, class Convert>
std::vector<T> listOf(const Attribute& attribute, const std::string& name, Convert convert) {
  if (!attribute.is<Attribute::List>()) wrongType(name, "a list");
  std::vector<T> out;
  for (const Attribute& item : attribute.as<Attribute::List>()) out.push_back(convert(item));
  return out;
}

const Dim& dimOf(const Attribute& attribute, const std::string& name) {
  if (!attribute.is<Dim>()) wrongType(name, "an integer");
  return attribute.as<Dim>();
}

std::int64_t integerOf(const Attribute& attribute, const std::string& name) {
  const Dim& dim = dimOf(attribute, name);
  if (!dim.isConstant()) {
    throw Error("attribute '" + name + "' must be a constant, but is " + dim.text());
  }
  return dim.constant();
}

double realOf(const Attribute& attribute, const std::string& name) {
  if (attribute.is<double>()) return attribute.as<double>();
  if (attribute.is<bool>()) return attribute.as<bool>() ? 1.0 : 0.0;
  return static_cast<double>(integerOf(attribute, name));
}

}  // namespace

bool Attribute::operator==(const Attribute& other) const {
  if (is<TensorRef>() && other.is<TensorRef>()) {
    return equalTensors(as<TensorRef>(), other.as<TensorRef>());
  }
  return value == other.value;
}

const Attribute* Attributes::find(const std::string& name) const {
  const auto at = std::find_if(items_.begin(), items_.end(),
                               [&](const Item& item) { return item.first == name; });
  return at == items_.end() ? nullptr : &at->second;
}

void Attributes::set(const std::string& name, Attribute value) {
  for (Item& item : items_) {
    if (item.first == name) {
      item.second = std::move(value);
      return;
    }
  }
  items_.emplace_back(name, std::move(value));
}

void Attributes::erase(const std::string& name) {
  std::erase_if(items_, [&](const Item& item) { return item.first == name; });
}

const Attribute& Attributes::need(const std::string& name) const {
  const Attribute* found = find(name);
  if (found == nullptr) throw Error("attribute '" + name + "' is missing");
  return *found;
}

bool Attributes::boolean(const std::string& name) const {
  const Attribute& attribute = need(name);
  if (attribute.is<Dim>()) return integerOf(attribute, name) != 0;
  if (!attribute.is<bool>()) wrongType(name, "a bool");
  return attribute.as<bool>();
}

const Dim& Attributes::dim(const std::string& name) const { return dimOf(need(name), name); }

std::int64_t Attributes::integer(const std::string& name) const {
  return integerOf(need(name), name);
}

double Attributes::real(const std::string& name) const { return realOf(need(name), name); }

const std::string& Attributes::string(const std::string& name) const {
  const Attribute& attribute = need(name);
  if (!attribute.is<std::string>()) wrongType(name, "a string");
  return attribute.as<std::string>();
}

DType Attributes::dtype(const std::string& name) const {
  const Attribute& attribute = need(name);
  if (!attribute.is<DType>()) wrongType(name, "an element type");
  return attribute.as<DType>();
}

const TensorRef& Attributes::tensor(const std::string& name) const {
  const Attribute& attribute = need(name);
  if (!attribute.is<TensorRef>() || !attribute.as<TensorRef>()) wrongType(name, "a tensor");
  return attribute.as<TensorRef>();
}

std::vector<Dim> Attributes::dims(const std::string& name) const {
  return listOf<Dim>(need(name), name, [&](const Attribute& item) { return dimOf(item, name); });
}

std::vector<std::int64_t> Attributes::integers(const std::string& name) const {
  return listOf<std::int64_t>(need(name), name,
                              [&](const Attribute& item) { return integerOf(item, name); });
}

std::vector<double> Attributes::reals(const std::string& name) const {
  return listOf<double>(need(name), name,
                        [&](const Attribute& item) { return realOf(item, name); });
}

}  // namespace mcc
