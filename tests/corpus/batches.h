// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Batches of rows in child processes.
#pragma once
#include "tests/corpus/run_rows.h"

namespace mcc::corpus {

struct BatchOptions {
  std::size_t jobs = 1;
  std::size_t rows = 32;
  double seconds = 60;  // for one row; a batch gets that once for each row
};

// Outcomes in the order of `rows`. A batch whose child dies or hangs is run again row by row; a row
// that does it alone is `crash` or `timeout`.
std::vector<Outcome> runBatches(const std::vector<Row>& rows, const RunOptions& run,
                                const BatchOptions& options);

}  // namespace mcc::corpus
