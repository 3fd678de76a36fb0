// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// stft and istft: overlapping frames under a window, transformed one by one.
#include "passes/decompose/overlap.h"
#include "passes/decompose/transforms.h"

namespace mcc {
namespace {

struct Frames {
  std::int64_t size, hop;
  ValueId window;  // [size]
};

// The window stands in the middle of a frame; without one it is all ones.
ValueId windowOf(AtenCall& call, std::int64_t size, DType dtype) {
  const std::int64_t length = call.isNone("win_length") ? size : call.integer("win_length");
  if (length < 1 || length > size) throw Error(call.target() + ": win_length does not fit n_fft");
  ValueId window = call.optionalTensor("window");
  if (!window.valid()) window = call.full(1.0, dtype, {Dim(length)});
  if (call.rank(window) != 1 || call.dim(window, 0) != Dim(length)) {
    throw Error(call.target() + ": the window needs " + std::to_string(length) + " elements");
  }
  window = call.cast(window, dtype);
  if (length == size) return window;
  const std::int64_t before = (size - length) / 2;
  return call.make(Op::pad, {window},
                   {{"low", std::vector<Dim>{Dim(before)}},
                    {"high", std::vector<Dim>{Dim(size - length - before)}},
                    {"mode", "constant"},
                    {"value", 0.0}});
}

Frames framesOf(AtenCall& call, DType dtype) {
  Frames frames;
  frames.size = call.integer("n_fft");
  frames.hop = call.isNone("hop_length") ? frames.size / 4 : call.integer("hop_length");
  if (frames.size < 1 || frames.hop < 1) {
    throw Error(call.target() + ": n_fft and hop_length must be positive");
  }
  frames.window = windowOf(call, frames.size, dtype);
  return frames;
}

// [B, T] -> [B, frames, n_fft].
ValueId cut(AtenCall& call, ValueId x, const Frames& f) {
  const Dim length = call.dim(x, 1);
  const Dim room = length - Dim(f.size);
  if (room.isConstant() && room.constant() < 0) {
    throw Error(call.target() + ": the signal of " + length.text() + " elements is shorter than " +
                "n_fft");
  }
  const Dim count = floorDiv(room, Dim(f.hop)) + Dim(1);
  return call.make(Op::as_strided, {x},
                   {{"shape", Shape{call.dim(x, 0), count, Dim(f.size)}},
                    {"strides", std::vector<Dim>{length, Dim(f.hop), Dim(1)}},
                    {"offset", Dim(0)}});
}

ValueId splitComplex(AtenCall& call, ValueId x) {
  const ValueId real = call.unsqueeze(call.unary(Op::real, x), -1);
  const ValueId imaginary = call.unsqueeze(call.unary(Op::imag, x), -1);
  return call.concat({real, imaginary}, call.rank(x));
}

void spectrum(AtenCall& call, ValueId x) {
  const bool isComplexSignal = isComplex(call.dtype(x));
  const bool onesided = call.isNone("onesided") ? !isComplexSignal : call.boolean("onesided");
  if (!call.isNone("align_to_window") && call.boolean("align_to_window")) {
    call.unsupported("align_to_window");
  }
  const bool isBatched = call.rank(x) == 2;
  if (!isBatched) x = call.unsqueeze(x, 0);
  const Frames f = framesOf(call, call.dtype(x));
  ValueId y = call.mul(cut(call, x, f), f.window);
  y = onesided ? realTransform(call, y, 2) : complexTransform(call, toComplex(call, y), 2, false);
  if (call.boolean("normalized")) y = scaledBy(call, y, Scaling::root, Dim(f.size));
  y = call.transpose(y, 1, 2);
  if (!isBatched) y = call.squeeze(y, 0);
  const bool wantsComplex = call.isNone("return_complex") || call.boolean("return_complex");
  call.result(wantsComplex ? y : splitComplex(call, y));
}

void stft(AtenCall& call) {
  spectrum(call, call.tensor("self"));
}

void stftCentred(AtenCall& call) {
  ValueId x = call.tensor("self");
  if (call.boolean("center")) {
    std::vector<Dim> pads(call.shape(x).size(), Dim(0));
    pads.back() = Dim(call.integer("n_fft") / 2);
    x = call.make(
        Op::pad, {x},
        {{"low", pads}, {"high", pads}, {"mode", call.string("pad_mode")}, {"value", 0.0}});
  }
  spectrum(call, x);
}

// [B, frames, n_fft] -> [B, n_fft + hop * (frames - 1)], frames added where they overlap.
ValueId overlapped(AtenCall& call, ValueId frames, const Frames& f) {
  const Dim count = call.dim(frames, 1);
  const ValueId positions = positionSums(call, {{count, Dim(f.hop)}, {Dim(f.size), Dim(1)}});
  const ValueId parts = call.reshape(frames, {call.dim(frames, 0), count * Dim(f.size)});
  return addAtPositions(call, parts, positions, Dim(f.size) + Dim(f.hop) * (count - Dim(1)));
}

// [B, frequencies, frames] -> [B, frames, n_fft] in time.
ValueId framesInTime(AtenCall& call, ValueId x, std::int64_t size) {
  const bool onesided =
      call.isNone("onesided") ? call.dim(x, 1) != Dim(size) : call.boolean("onesided");
  x = call.transpose(x, 1, 2);
  const bool isNormalized = call.boolean("normalized");
  const ValueId y = onesided ? inverseRealTransform(call, x, 2, Dim(size))
                             : call.unary(Op::real, complexTransform(call, x, 2, true));
  return scaledBy(call, y, isNormalized ? Scaling::root : Scaling::full, Dim(size));
}

void istft(AtenCall& call) {
  ValueId x = call.tensor("self");
  if (!isComplex(call.dtype(x))) call.unsupported("an input that is not complex");
  if (call.boolean("return_complex")) call.unsupported("return_complex");
  const bool isBatched = call.rank(x) == 3;
  if (!isBatched) x = call.unsqueeze(x, 0);
  const Frames f = framesOf(call, call.dtype(x) == DType::c128 ? DType::f64 : DType::f32);
  const ValueId parts = call.mul(framesInTime(call, x, f.size), f.window);
  const ValueId sum = overlapped(call, parts, f);
  const ValueId squares =
      call.expand(call.mul(f.window, f.window), {Dim(1), call.dim(x, 2), Dim(f.size)});
  const ValueId weight = overlapped(call, squares, f);
  const Dim start(call.boolean("center") ? f.size / 2 : 0);
  const Dim available = call.dim(sum, 1) - start;
  const Dim wanted = call.isNone("length") ? available - start : call.dim("length");
  const Dim kept = min(available, wanted);
  const ValueId top = call.slice(sum, 1, start, kept);
  ValueId y = call.div(top, call.slice(weight, 1, start, kept));
  y = fitted(call, y, 1, wanted);
  call.result(isBatched ? y : call.squeeze(y, 0));
}

constexpr Rule kShortTimeFourierRules[] = {
    {"aten.stft.default", stft},
    {"aten.stft.center", stftCentred},
    {"aten.istft.default", istft},
};

}  // namespace

std::span<const Rule> short_time_fourierRules();
std::span<const Rule> short_time_fourierRules() {
  return kShortTimeFourierRules;
}

}  // namespace mcc
