// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Recurrent layers and cells: one core node per layer and direction.
#include "passes/decompose/rule.h"

namespace mcc {
namespace {

enum class Kind : std::uint8_t { lstm, gru, rnnTanh, rnnRelu };

// Weights of one layer and direction; absent ones are none.
struct Weights {
  ValueId wIh, wHh, bIh, bHh, wHr;
};

// (y [T, B, P], h [B, P], c [B, H] for lstm). c: the initial cell state of an lstm.
std::vector<ValueId> runLayer(Builder& b, Kind kind, ValueId x, ValueId h, ValueId c,
                              const Weights& w, bool reverse) {
  Attributes attributes{{"reverse", reverse}};
  switch (kind) {
    case Kind::lstm:
      return b.makeAll(Op::lstm, {x, h, c, w.wIh, w.wHh, w.bIh, w.bHh, w.wHr}, attributes);
    case Kind::gru:
      return b.makeAll(Op::gru, {x, h, w.wIh, w.wHh, w.bIh, w.bHh}, attributes);
    case Kind::rnnTanh:
    case Kind::rnnRelu:
      break;
  }
  attributes.set("activation", kind == Kind::rnnTanh ? "tanh" : "relu");
  return b.makeAll(Op::rnn, {x, h, w.wIh, w.wHh, w.bIh, w.bHh}, attributes);
}

// All layers and directions; states [layers * directions, B, size].
class Layers {
 public:
  Layers(AtenCall& call, Kind kind, std::vector<ValueId> states)
      : call_(call),
        kind_(kind),
        states_(std::move(states)),
        params_(call.tensors("params")),
        hasBiases_(call.boolean("has_biases")),
        directions_(call.boolean("bidirectional") ? 2 : 1),
        count_(call.integer("num_layers")) {
    if (call.boolean("train") && call.real("dropout") != 0 && count_ > 1) {
      call.unsupported("dropout while running");
    }
    hasProjection_ = kind == Kind::lstm && call.dim(states_[0], 2) != call.dim(states_[1], 2);
    const std::size_t each = 2 + (hasBiases_ ? 2U : 0U) + (hasProjection_ ? 1U : 0U);
    if (params_.size() != each * static_cast<std::size_t>(count_ * directions_)) {
      throw Error(call.target() + ": " + std::to_string(params_.size()) +
                  " parameters don't fit the number of layers");
    }
  }

  void run() {
    const bool batchFirst = call_.boolean("batch_first");
    ValueId x = call_.tensor("input");
    if (call_.rank(x) != 3) throw Error(call_.target() + ": the input needs 3 dimensions");
    if (batchFirst) x = call_.transpose(x, 0, 1);
    std::vector<std::vector<ValueId>> last(states_.size());
    for (std::int64_t layer = 0; layer < count_; ++layer) {
      std::vector<ValueId> outputs;
      for (std::int64_t direction = 0; direction < directions_; ++direction) {
        outputs.push_back(step(x, layer * directions_ + direction, direction == 1, last));
      }
      x = call_.concat(outputs, 2);
    }
    std::vector<ValueId> results = {batchFirst ? call_.transpose(x, 0, 1) : x};
    for (const std::vector<ValueId>& parts : last) results.push_back(call_.concat(parts, 0));
    call_.results(std::move(results));
  }

 private:
  Weights weightsOf(std::int64_t index) const {
    const std::size_t each = 2 + (hasBiases_ ? 2U : 0U) + (hasProjection_ ? 1U : 0U);
    const ValueId* p = params_.data() + static_cast<std::size_t>(index) * each;
    Weights w{p[0], p[1], {}, {}, {}};
    if (hasBiases_) {
      w.bIh = p[2];
      w.bHh = p[3];
    }
    if (hasProjection_) w.wHr = p[each - 1];
    return w;
  }

  ValueId stateOf(std::size_t which, std::int64_t index) {
    if (which >= states_.size()) return {};
    return call_.squeeze(call_.slice(states_[which], 0, Dim(index), Dim(1)), 0);
  }

  // One layer in one direction; final states go to `last`.
  ValueId step(ValueId x, std::int64_t index, bool reverse,
               std::vector<std::vector<ValueId>>& last) {
    const ValueId h = stateOf(0, index);
    const ValueId c = stateOf(1, index);
    const std::vector<ValueId> out = runLayer(call_, kind_, x, h, c, weightsOf(index), reverse);
    for (std::size_t i = 0; i < last.size(); ++i) {
      last[i].push_back(call_.unsqueeze(out[i + 1], 0));
    }
    return out[0];
  }

  AtenCall& call_;
  Kind kind_;
  std::vector<ValueId> states_, params_;
  bool hasBiases_, hasProjection_ = false;
  std::int64_t directions_, count_;
};

void lstm(AtenCall& call) {
  std::vector<ValueId> states = call.tensors("hx");
  if (states.size() != 2) throw Error("lstm: hx must hold two tensors");
  Layers(call, Kind::lstm, std::move(states)).run();
}

template <Kind kind>
void layers(AtenCall& call) {
  Layers(call, kind, {call.tensor("hx")}).run();
}

// A cell is a layer over one step; inputs without a batch get one.
template <Kind kind>
void cell(AtenCall& call) {
  ValueId x = call.tensor("input");
  std::vector<ValueId> states =
      kind == Kind::lstm ? call.tensors("hx") : std::vector<ValueId>{call.tensor("hx")};
  const bool isBatched = call.rank(x) == 2;
  if (!isBatched) {
    x = call.unsqueeze(x, 0);
    for (ValueId& state : states) state = call.unsqueeze(state, 0);
  }
  states.resize(2);
  const Weights weights = {call.tensor("w_ih"),
                           call.tensor("w_hh"),
                           call.optionalTensor("b_ih"),
                           call.optionalTensor("b_hh"),
                           {}};
  std::vector<ValueId> out =
      runLayer(call, kind, call.unsqueeze(x, 0), states[0], states[1], weights, false);
  out.erase(out.begin());  // y holds the same as h
  for (ValueId& state : out) {
    if (!isBatched) state = call.squeeze(state, 0);
  }
  call.results(std::move(out));
}

constexpr Rule kRecurrentRules[] = {
    {"aten.lstm.input", lstm},
    {"aten.gru.input", layers<Kind::gru>},
    {"aten.rnn_tanh.input", layers<Kind::rnnTanh>},
    {"aten.rnn_relu.input", layers<Kind::rnnRelu>},
    {"aten.lstm_cell.default", cell<Kind::lstm>},
    {"aten.gru_cell.default", cell<Kind::gru>},
    {"aten.rnn_tanh_cell.default", cell<Kind::rnnTanh>},
    {"aten.rnn_relu_cell.default", cell<Kind::rnnRelu>},
};

}  // namespace

std::span<const Rule> recurrentRules();
std::span<const Rule> recurrentRules() {
  return kRecurrentRules;
}

}  // namespace mcc
