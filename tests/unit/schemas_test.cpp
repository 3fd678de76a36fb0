// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Schema rows: all parse, are sorted, and say what they should.
#include "ir/schemas.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "ir/diagnostics.h"

using namespace mcc;
using Kind = SchemaType::Kind;

TEST_CASE("every schema row parses and is found by its target") {
  const std::vector<std::string> targets = schemaTargets();
  CHECK(targets.size() > 1500);
  CHECK(std::is_sorted(targets.begin(), targets.end()));
  CHECK(std::adjacent_find(targets.begin(), targets.end()) == targets.end());
  for (const std::string& target : targets) {
    const auto schema = findSchema(target);
    REQUIRE_MESSAGE(schema != nullptr, target);
    CHECK(schema->target == target);
    CHECK(std::count(target.begin(), target.end(), '.') == 2);
  }
}

TEST_CASE("unknown targets have no schema") {
  CHECK_FALSE(findSchema("aten.frobnicate.default"));
  CHECK_FALSE(findSchema("aten.conv2d"));
  CHECK_FALSE(findSchema(""));
  CHECK_FALSE(findSchema("zzz"));
}

TEST_CASE("conv2d has lists that a single value stands for") {
  const Schema schema = *findSchema("aten.conv2d.default");
  REQUIRE(schema.params.size() == 7);
  CHECK(schema.params[0].name == "input");
  CHECK(schema.params[0].type == SchemaType{});
  CHECK_FALSE(schema.params[0].defaultValue);
  CHECK(schema.find("bias")->type.optional);
  CHECK(schema.find("bias")->defaultValue->isNone());
  const SchemaParam& stride = *schema.find("stride");
  CHECK(stride.type.kind == Kind::integer);
  CHECK(stride.type.list);
  CHECK(stride.type.listSize == 2);
  CHECK(stride.defaultValue.value() == Attribute(std::vector<std::int64_t>{1, 1}));
  CHECK(schema.find("sparkle") == nullptr);
  CHECK_FALSE(schema.mutates());
  CHECK_FALSE(schema.aliases());
}

TEST_CASE("aliases and mutations are known") {
  const Schema add = *findSchema("aten.add_.Tensor");
  CHECK(add.params[0].mutated);
  CHECK(add.params[0].aliasSet == 'a');
  CHECK_FALSE(add.params[1].mutated);
  CHECK(add.find("alpha")->keywordOnly);
  CHECK(add.returns[0].aliasSet == 'a');
  const Schema split = *findSchema("aten.split.Tensor");
  CHECK(split.params[0].aliasSet == 'a');
  CHECK(split.returns[0].type.list);
  CHECK(split.returns[0].aliasSet == 'a');
  const Schema norm = *findSchema("aten._native_batch_norm_legit.default");
  CHECK(norm.find("running_mean")->mutated);
  CHECK(norm.find("running_var")->aliasSet == 'b');
  CHECK(norm.returns.size() == 3);
}

TEST_CASE("optional lists differ from lists of optionals") {
  const SchemaType indices = findSchema("aten.index.Tensor")->find("indices")->type;
  CHECK(indices.list);
  CHECK(indices.optionalElement);
  CHECK_FALSE(indices.optional);
  const SchemaType dim = findSchema("aten.sum.dim_IntList")->find("dim")->type;
  CHECK(dim.list);
  CHECK(dim.optional);
  CHECK_FALSE(dim.optionalElement);
}

TEST_CASE("defaults have the parameter's type") {
  CHECK(findSchema("aten.gelu.default")->find("approximate")->defaultValue == Attribute("none"));
  CHECK(findSchema("aten.softplus.default")->find("threshold")->defaultValue == Attribute(20));
  CHECK(findSchema("aten.celu.default")->find("alpha")->defaultValue == Attribute(1.0));
  CHECK(findSchema("torchao.dequantize_affine.default")->find("output_dtype")->defaultValue ==
        Attribute(DType::f32));
  CHECK(findSchema("aten.randperm.default")->find("dtype")->defaultValue == Attribute(DType::i64));
}

TEST_CASE("arguments fall back to the default") {
  const Schema schema = *findSchema("aten.add.Tensor");
  const Attributes given = {{"other", Attribute(3)}};
  CHECK(*argumentOf(schema, given, "other") == Attribute(3));
  CHECK(*argumentOf(schema, given, "alpha") == Attribute(1));
  CHECK(argumentOf(schema, given, "self") == nullptr);
  CHECK(argumentOf(schema, given, "nobody") == nullptr);
}

TEST_CASE("malformed schemas are errors") {
  for (const char* text : {"", "aten.a.default", "aten.a.default(", "aten.a.default(Tensor)",
                           "aten.a.default(Tensor a -> Tensor", "aten.a.default(Foo a) -> Tensor",
                           "aten.a.default(int a=x) -> Tensor", "aten.a.default() -> Tensor b c",
                           "aten.a.default(Tensor(a self) -> Tensor"}) {
    CAPTURE(text);
    CHECK_THROWS_AS(parseSchema(text), Error);
  }
}
