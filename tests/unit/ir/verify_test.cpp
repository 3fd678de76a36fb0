// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Modules that only a hand can write.
#include "ir/verify.h"

#include <doctest/doctest.h>

#include "ir/text.h"

namespace mcc::test {
namespace {

std::string faultOf(const std::string& statement) {
  try {
    verify(parse("module \"m\" {\n graph() {\n" + statement + "\nreturn (%y)\n}\n}\n", {}),
           Stage::core);
  } catch (const InternalError& error) {
    return error.what();
  }
  return "";
}

bool mentions(const std::string& text, const std::string& part) {
  CAPTURE(text);
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("an attribute that a later reader needs must be there") {
  CHECK(faultOf("%y = full {value = 1.0, dtype = f32, shape = [2]} : f32[2]") == "");
  CHECK(faultOf("%y = iota {start = 0, step = 1, size = 2, dtype = i64} : i64[2]") == "");
  CHECK(mentions(faultOf("%y = full {dtype = f32, shape = [2]} : f32[2]"), "'value' is missing"));
  CHECK(mentions(faultOf("%y = full {value = 1.0, dtype = f32} : f32[2]"), "shape"));
  CHECK(mentions(faultOf("%y = iota {step = 1, size = 2, dtype = i64} : i64[2]"),
                 "'start' is missing"));
  CHECK(mentions(faultOf("%y = iota {start = 1, size = 2, dtype = i64} : i64[2]"),
                 "'step' is missing"));
  const std::string source = "%x = full {value = 1.0, dtype = f32, shape = [2]} : f32[2]\n";
  CHECK(mentions(
      faultOf(source + "%y = pad(%x) {low = [1], high = [0], mode = \"constant\"} : f32[3]"),
      "'value' is missing"));
  CHECK(mentions(faultOf("%y = iota {start = 1, step = 2, dtype = i64} : i64[2]"), "size"));
}

}  // namespace mcc::test
