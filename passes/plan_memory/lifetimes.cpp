// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Walks the steps once with a clock; every tick is one step.
#include "passes/plan_memory/lifetimes.h"

#include <algorithm>
#include <map>

namespace mcc {
namespace {

struct Use {
  std::int64_t first = INT64_MAX, last = -1;
  std::int64_t firstWrite = INT64_MAX;
};

class Clock {
 public:
  explicit Clock(const Program& program) : program_(program), uses_(program.buffers.size()) {}

  void walk(const std::vector<Step>& steps) {
    for (const Step& step : steps) visit(step);
  }

  // The arena buffer behind a chain of views; program.buffers.size() when it is not in the arena.
  std::size_t root(BufferId id) const {
    while (program_.buffers[id].storage == Buffer::Storage::view) id = program_.buffers[id].index;
    return program_.buffers[id].storage == Buffer::Storage::arena ? id : uses_.size();
  }

  const Use& use(BufferId id) const { return uses_[id]; }

 private:
  void touch(BufferId id) {
    const std::size_t at = root(id);
    if (at == uses_.size()) return;
    uses_[at].first = std::min(uses_[at].first, now_);
    uses_[at].last = std::max(uses_[at].last, now_);
    touched_.push_back(static_cast<BufferId>(at));
  }

  void touch(const Arg& arg) {
    if (arg.kind == Arg::Kind::read || arg.kind == Arg::Kind::write) touch(arg.buffer);
    for (const Arg& item : arg.items) touch(item);
  }

  void visit(const Step& step) {
    ++now_;
    for (const Arg& arg : step.args) touch(arg);
    const bool reads = step.kind != Step::Kind::call && step.kind != Step::Kind::repeat;
    if (reads && step.kind != Step::Kind::loop) touch(step.condition);
    const std::int64_t start = now_;
    const std::size_t mark = touched_.size();
    for (const std::vector<Step>& body : step.bodies) walk(body);
    if (step.kind == Step::Kind::loop) touch(step.condition);
    if (step.kind == Step::Kind::loop || step.kind == Step::Kind::repeat) {
      extend(mark, start);
    }
  }

  // What a loop touches and was there before it, or is carried from one turn to the next, lives
  // through all of it.
  void extend(std::size_t mark, std::int64_t start) {
    for (std::size_t i = mark; i < touched_.size(); ++i) {
      Use& use = uses_[touched_[i]];
      if (use.first <= start) use.last = std::max(use.last, now_);
    }
  }

  const Program& program_;
  std::vector<Use> uses_;
  std::vector<BufferId> touched_;
  std::int64_t now_ = 0;
};

std::int64_t aligned(std::int64_t bytes, std::int64_t alignment) {
  return (bytes + alignment - 1) / alignment * alignment;
}

void collectBuffers(const Arg& arg, std::vector<BufferId>& out) {
  if (arg.kind == Arg::Kind::read || arg.kind == Arg::Kind::write) out.push_back(arg.buffer);
  for (const Arg& item : arg.items) collectBuffers(item, out);
}

// Whether a step also reads the operand's memory by another way, such as a broadcast part of it,
// which a result written over the operand would change too early.
bool readsOtherwise(const Clock& clock, const Step& step, BufferId operand) {
  std::vector<BufferId> used;
  for (const Arg& arg : step.args) collectBuffers(arg, used);
  return std::any_of(used.begin(), used.end(), [&](BufferId id) {
    return id != operand && clock.root(id) == clock.root(operand);
  });
}

void collectInPlace(const Clock& clock, const std::vector<Step>& steps,
                    std::vector<std::pair<BufferId, BufferId>>& pairs) {
  for (const Step& step : steps) {
    for (const auto& pair : step.inPlace) {
      if (!readsOtherwise(clock, step, pair.second)) pairs.push_back(pair);
    }
    for (const std::vector<Step>& body : step.bodies) collectInPlace(clock, body, pairs);
  }
}

}  // namespace

std::vector<Block> blocksOf(const Program& program, std::int64_t alignment) {
  Clock clock(program);
  clock.walk(program.steps);
  std::vector<Block> blocks;
  std::vector<std::size_t> blockOf(program.buffers.size(), SIZE_MAX);
  for (BufferId id = 0; id < program.buffers.size(); ++id) {
    if (clock.root(id) != id || clock.use(id).last < 0) continue;
    const Use& use = clock.use(id);
    blockOf[id] = blocks.size();
    blocks.push_back(
        {aligned(program.buffers[id].maxBytes, alignment), use.first, use.last, 0, {id}});
  }
  // A result joins the block of an operand of its size that dies where the result is born.
  std::vector<std::pair<BufferId, BufferId>> pairs;
  collectInPlace(clock, program.steps, pairs);
  for (const auto& [result, operand] : pairs) {
    const std::size_t r = clock.root(result), o = clock.root(operand);
    if (r >= blockOf.size() || o >= blockOf.size()) continue;
    if (r != result || o != operand) continue;  // a view would shift the addresses
    const std::size_t into = blockOf[o], from = blockOf[r];
    if (into == SIZE_MAX || from == SIZE_MAX || into == from) continue;
    if (blocks[into].last != blocks[from].first || blocks[from].bytes != blocks[into].bytes)
      continue;
    blocks[into].last = blocks[from].last;
    for (const BufferId id : blocks[from].buffers) {
      blocks[into].buffers.push_back(id);
      blockOf[id] = into;
    }
    blocks[from].buffers.clear();
  }
  std::erase_if(blocks, [](const Block& block) { return block.buffers.empty(); });
  return blocks;
}

std::int64_t lowerBound(const std::vector<Block>& blocks) {
  std::map<std::int64_t, std::int64_t> changes;
  for (const Block& block : blocks) {
    changes[block.first] += block.bytes;
    changes[block.last + 1] -= block.bytes;
  }
  std::int64_t alive = 0, most = 0;
  for (const auto& [tick, change] : changes) most = std::max(most, alive += change);
  return most;
}

}  // namespace mcc
