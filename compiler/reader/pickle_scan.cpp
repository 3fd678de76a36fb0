// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A walk over opcodes: each has an argument of a known form, and nothing is built.
#include "compiler/reader/pickle_scan.h"

#include <algorithm>
#include <cstdint>

#include "compiler/reader/zip_file.h"
#include "ir/diagnostics.h"

namespace mcc {
namespace {

// Opcodes by the argument that follows them. `bytes`: that many; `counted`: a length of that many
// bytes, then the text; `lines`: that many, each ended by a newline.
struct Form {
  std::string_view opcodes;
  std::size_t bytes, counted, lines;
};
constexpr std::string_view kImport = "ci";           // GLOBAL, INST: module and name as lines
constexpr std::string_view kText = "UTXSV\x8c\x8d";  // push a string
constexpr std::string_view kMemo = "gjh";            // push what was pushed before
constexpr char kStackGlobal = '\x93';
constexpr Form kForms[] = {
    {"(.012NQRabdelostu)]}\x81\x85\x86\x87\x88\x89\x8f\x90\x91\x92\x93\x94\x97\x98", 0, 0, 0},
    {"Khq\x80\x82", 1, 0, 0},
    {"M\x83", 2, 0, 0},
    {"Jjr\x84", 4, 0, 0},
    {"G\x95", 8, 0, 0},
    {"CU\x8a\x8c", 0, 1, 0},
    {"BTX\x8b", 0, 4, 0},
    {"\x8d\x8e\x96", 0, 8, 0},
    {"FILPSVgp", 0, 0, 1},
    {kImport, 0, 0, 2},
};

bool has(std::string_view opcodes, char opcode) {
  return opcodes.find(opcode) != opcodes.npos;
}

class Scanner {
 public:
  explicit Scanner(std::string_view pickle) : rest_(pickle) {}

  std::vector<std::string> run() {
    while (!rest_.empty() && step()) {
    }
    return std::move(imports_);
  }

 private:
  bool step() {
    const char opcode = take(1).front();
    const auto form =
        std::find_if(std::begin(kForms), std::end(kForms),
                     [&](const Form& candidate) { return has(candidate.opcodes, opcode); });
    if (form == std::end(kForms)) return false;
    if (opcode == kStackGlobal) addImport(beforeLast_, last_);
    if (form->lines == 2) {
      const std::string_view module = line();
      addImport(module, line());
      return !isDamaged_;
    }
    std::string_view argument = form->lines == 1 ? line() : take(form->bytes);
    if (form->counted > 0) argument = take(number(take(form->counted)));
    if (has(kText, opcode)) push(argument);
    if (has(kMemo, opcode)) push("?");  // the memo isn't kept
    return !isDamaged_;
  }

  std::string_view take(std::uint64_t size) {
    isDamaged_ |= size > rest_.size();
    const std::string_view taken = rest_.substr(0, size);
    rest_.remove_prefix(taken.size());
    return taken;
  }

  std::string_view line() {
    const std::size_t end = rest_.find('\n');
    isDamaged_ |= end == rest_.npos;
    const std::string_view text = take(std::min(end, rest_.size()));
    if (!rest_.empty()) take(1);
    return text;
  }

  static std::uint64_t number(std::string_view bytes) {
    std::uint64_t value = 0;
    for (std::size_t i = bytes.size(); i-- > 0;) {
      value = value << 8 | static_cast<unsigned char>(bytes[i]);
    }
    return value;
  }

  void push(std::string_view text) {
    beforeLast_ = last_;
    last_ = text;
  }

  void addImport(std::string_view module, std::string_view name) {
    if (!isDamaged_) imports_.push_back(std::string(module) + "." + std::string(name));
  }

  std::string_view rest_;
  std::string_view beforeLast_, last_;  // strings pushed
  bool isDamaged_ = false;
  std::vector<std::string> imports_;
};

// What torch.save writes for a dictionary of tensors.
bool isNeededByTensors(const std::string& import) {
  return import.starts_with("torch.") || import == "collections.OrderedDict";
}

// The pickle inside a zip of torch.save; nothing when there is none that can be read.
Bytes pickleIn(const Bytes& file) {
  try {
    ZipFile zip(file);
    for (const ZipEntry& entry : zip.entries()) {
      if (entry.name == "data.pkl" || entry.name.ends_with("/data.pkl")) return zip.read(entry);
    }
  } catch (const Error&) {
    // Damaged: whoever reads the weights says so.
  }
  return {};
}

}  // namespace

std::vector<std::string> importsOfPickle(std::string_view pickle) {
  return Scanner(pickle).run();
}

void checkSavedFile(std::string_view record, const Bytes& file) {
  const Bytes pickle = pickleIn(file);
  for (const std::string& import : importsOfPickle(pickle.text())) {
    if (isNeededByTensors(import)) continue;
    throw Error("record " + quote(record) + " is a pickle that would call " + quote(import) +
                    " when it is loaded; mcc runs none",
                "don't load the file in Python unless you trust whoever made it");
  }
}

}  // namespace mcc
