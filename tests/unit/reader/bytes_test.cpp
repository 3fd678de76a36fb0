// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parts of mapped files give their pages back, and nothing else changes.
#include "compiler/reader/bytes.h"

#include <doctest/doctest.h>
#include <unistd.h>

#include <cstdint>
#include <fstream>

#include "tests/unit/reader/program_text.h"

namespace mcc::test {
namespace {

// Whether this process has the page of an address in memory: bit 63 of its entry (Linux,
// Documentation/admin-guide/mm/pagemap.rst).
bool isPresent(const std::byte* address) {
  std::ifstream map;
  map.rdbuf()->pubsetbuf(nullptr, 0);  // only whole entries may be read
  map.open("/proc/self/pagemap", std::ios::binary);
  const auto page = reinterpret_cast<std::uintptr_t>(address) /
                    static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
  map.seekg(static_cast<std::streamoff>(page * 8));
  std::uint64_t entry = 0;
  map.read(reinterpret_cast<char*>(&entry), sizeof entry);
  REQUIRE(map.good());
  return (entry >> 63) != 0;
}

}  // namespace

TEST_CASE("the last copy of a part of a mapped file takes its pages with it") {
  const Scratch scratch;
  const std::string content(std::size_t{1} << 20, 'x');
  const Bytes whole = mapFile(scratch.write("file", content));
  REQUIRE(whole.text() == content);
  const std::byte* middle = whole.view.data() + whole.size() / 2;
  {
    const Bytes part = partOf(whole, whole.view.subspan(1000, whole.size() - 2000));
    const Bytes copy = part;
    CHECK(copy.text() == content.substr(2000));
    CHECK(isPresent(middle));
  }
  CHECK(!isPresent(middle));
  CHECK(whole.text() == content);
}

TEST_CASE("a part of a buffer keeps the buffer's bytes") {
  Bytes part;
  {
    const Bytes whole = bytesOf(std::string(100000, 'y'));
    { const Bytes gone = partOf(whole, whole.view.subspan(10, 90000)); }
    part = partOf(whole, whole.view.subspan(5, 50000));
  }
  CHECK(part.text() == std::string(50000, 'y'));
}

}  // namespace mcc::test
