// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pickles written by hand, opcode by opcode; what they would do was checked with Python's
// pickletools.
#include "compiler/reader/pickle_scan.h"

#include <doctest/doctest.h>

#include "compiler/reader/archive.h"
#include "ir/diagnostics.h"
#include "tests/unit/reader/program_text.h"

namespace mcc::test {
namespace {

using Names = std::vector<std::string>;
using namespace std::string_literals;

// BINUNICODE and SHORT_BINUNICODE.
std::string text(const std::string& value) {
  return "X" + little(value.size(), 4) + value;
}
std::string shortText(const std::string& value) {
  return "\x8c" + little(value.size(), 1) + value;
}

// {"w": module.name("echo")} as torch.save nests it.
std::string savedCall(const std::string& module, const std::string& name) {
  const std::string pickle = "\x80\x02}q\x00"s + text("w") + "c" + module + "\n" + name +
                             "\nq\x01(" + text("echo") + "tRs.";
  return makeZip({{"archive/data.pkl", pickle}, {"archive/version", "3\n"}});
}

std::string messageOf(const std::vector<ZipRecord>& records) {
  const Scratch scratch;
  try {
    Archive::open(scratch.write("m.pt2", makeZip(records)));
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

bool mentions(const std::string& message, const std::string& words) {
  CAPTURE(message);
  return message.find(words) != std::string::npos;
}

}  // namespace

TEST_CASE("imports by line, by stack and by instance, whatever stands between them") {
  const std::string numbers = "K\x01M\x01\x02J\x01\x02\x03\x04G12345678I7\nF1.5\n"s;
  const std::string counted =
      "U\x03"
      "cos"
      "C\x02"
      "ci"
      "B\x01\x00\x00\x00"
      "c"
      "\x8a\x01"
      "c"s;
  CHECK(importsOfPickle("\x80\x02"
                        "cposix\nsystem\n(" +
                        text("ls") + "tR.") == Names{"posix.system"});
  CHECK(importsOfPickle("\x80\x04" + numbers + counted + shortText("os") + "\x94" +
                        shortText("popen") + "\x94\x93" + ".") == Names{"os.popen"});
  CHECK(importsOfPickle("(S'ls'\nios\nsystem\n"
                        "cbuiltins\neval\n.") == Names{"os.system", "builtins.eval"});
  CHECK(importsOfPickle("\x80\x04h\x00"s + shortText("system") + "\x93.") == Names{"?.system"});
}

TEST_CASE("text that looks like an import is none") {
  CHECK(importsOfPickle("\x80\x02" + text("cposix\nsystem\n") + ".").empty());
  CHECK(importsOfPickle("\x80\x05\x96"s + little(15, 8) + "cposix\nsystem\n\n" + ".").empty());
}

TEST_CASE("a scan ends where the pickle is damaged") {
  CHECK(importsOfPickle("").empty());
  CHECK(importsOfPickle("\x80").empty());
  CHECK(importsOfPickle("cposix").empty());
  CHECK(importsOfPickle("cposix\nsystem").empty());
  CHECK(importsOfPickle("X\xff\xff\xff\xff"
                        "cposix\nsystem\n")
            .empty());
  CHECK(importsOfPickle("\x8d\xff\xff\xff\xff\xff\xff\xff\xff"
                        "cposix\nsystem\n")
            .empty());
  CHECK(importsOfPickle("cos\nsystem\n\xff"
                        "cos\npopen\n") == Names{"os.system"});
}

TEST_CASE("an archive whose weights or constants would call something is refused by that name") {
  const std::string old = messageOf({{"serialized_exported_program.json", "{}"},
                                     {"serialized_state_dict.pt", savedCall("posix", "system")}});
  CHECK(mentions(old, "serialized_state_dict.pt"));
  CHECK(mentions(old, "posix.system"));
  std::vector<ZipRecord> records = {{"r/archive_format", "pt2"}, {"r/models/model.json", "{}"}};
  records.push_back({"r/data/constants/model.pt", savedCall("builtins", "exec")});
  CHECK(mentions(messageOf(records), "builtins.exec"));
  records.back().content = savedCall("collections", "OrderedDict");
  CHECK(messageOf(records) == "");
  records.back().content = "no zip";
  CHECK(messageOf(records) == "");
}

}  // namespace mcc::test
