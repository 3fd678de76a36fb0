// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// fork per batch; outcomes come back through a JSON file.
#include "tests/corpus/batches.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cmath>
#include <deque>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <thread>

namespace mcc::corpus {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;
using Clock = std::chrono::steady_clock;

struct Job {
  std::size_t first, count;
  fs::path folder;
  Clock::time_point deadline;
};

void writeOutcomes(const fs::path& path, const std::vector<Outcome>& outcomes) {
  Json list = Json::array();
  for (const Outcome& outcome : outcomes) {
    list.push_back({outcome.name, outcome.status, outcome.message,
                    std::isfinite(outcome.worst) ? outcome.worst : 1e30});
  }
  std::ofstream(path) << list.dump(-1, ' ', true, Json::error_handler_t::replace);
}

class Scheduler {
 public:
  Scheduler(const std::vector<Row>& rows, const RunOptions& run, const BatchOptions& options)
      : rows_(rows), run_(run), options_(options), outcomes_(rows.size()) {
    base_ = fs::temp_directory_path() / ("mcc-corpus-" + std::to_string(getpid()));
  }

  std::vector<Outcome> run() {
    for (std::size_t i = 0; i < rows_.size(); i += options_.rows) {
      queue_.emplace_back(i, std::min(options_.rows, rows_.size() - i));
    }
    while (!queue_.empty() || !running_.empty()) {
      while (!queue_.empty() && running_.size() < options_.jobs) start();
      reap();
    }
    std::error_code ignored;
    fs::remove_all(base_, ignored);
    return std::move(outcomes_);
  }

 private:
  void start() {
    const auto [first, count] = queue_.front();
    queue_.pop_front();
    Job job{first, count, base_ / std::to_string(serial_++), {}};
    fs::create_directories(job.folder);
    const double seconds = options_.seconds * static_cast<double>(count);
    job.deadline =
        Clock::now() + std::chrono::milliseconds(static_cast<std::int64_t>(1000 * seconds));
    const pid_t child = fork();
    if (child == 0) {
      RunOptions run = run_;
      run.folder = job.folder;
      run.build.runSeconds = options_.seconds;
      const auto at = rows_.begin() + static_cast<std::ptrdiff_t>(first);
      writeOutcomes(job.folder / "outcomes.json",
                    runRows({at, at + static_cast<std::ptrdiff_t>(count)}, run));
      _exit(0);
    }
    running_.emplace(child, std::move(job));
  }

  void reap() {
    int status = 0;
    const pid_t child = waitpid(-1, &status, WNOHANG);
    if (child > 0 && running_.count(child) > 0) {
      const Job job = running_.at(child);
      running_.erase(child);
      const bool ended = WIFEXITED(status) && WEXITSTATUS(status) == 0;
      if (!ended || !collect(job)) retry(job, "crash");
      std::error_code ignored;
      fs::remove_all(job.folder, ignored);
      return;
    }
    for (const auto& [pid, job] : running_) {
      if (Clock::now() < job.deadline) continue;
      kill(pid, SIGKILL);
      waitpid(pid, &status, 0);
      const Job late = job;
      running_.erase(pid);
      retry(late, "timeout");
      return;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }

  bool collect(const Job& job) {
    std::ifstream in(job.folder / "outcomes.json");
    const Json list = Json::parse(in, nullptr, false);
    if (!list.is_array() || list.size() != job.count) return false;
    for (std::size_t i = 0; i < job.count; ++i) {
      outcomes_[job.first + i] = {list[i][0], list[i][1], list[i][2], list[i][3]};
    }
    return true;
  }

  void retry(const Job& job, const char* status) {
    if (job.count == 1) {
      outcomes_[job.first] = {rows_[job.first].name, status, "mcc itself", 0};
      return;
    }
    for (std::size_t i = 0; i < job.count; ++i) queue_.emplace_back(job.first + i, std::size_t{1});
  }

  const std::vector<Row>& rows_;
  const RunOptions& run_;
  const BatchOptions& options_;
  std::vector<Outcome> outcomes_;
  std::deque<std::pair<std::size_t, std::size_t>> queue_;
  std::map<pid_t, Job> running_;
  fs::path base_;
  std::size_t serial_ = 0;
};

}  // namespace

std::vector<Outcome> runBatches(const std::vector<Row>& rows, const RunOptions& run,
                                const BatchOptions& options) {
  return Scheduler(rows, run, options).run();
}

}  // namespace mcc::corpus
