internal import Pad
internal import System

/// Frames turned into bytes: judged by the gate, watched by the health tests, extracted.
package final class NoiseMaterial: MaterialPart {
  /// This many failures in a row end it; so do more than this in all, if more than one frame in
  /// `rarity` fails. In healthy noise, chance fails one sample in 2³⁰.
  static let patience = 3
  static let rarity = 16

  package let bound: Bound
  package let plan: ExtractionPlan
  package let shape: FrameShape
  /// Whether an image sensor records it.
  package let isPicture: Bool
  /// Whether the frames are captured while the program runs.
  package let isLive: Bool
  /// Frames extracted or dropped, blocks extracted, frames dropped.
  package private(set) var frames = 0
  package private(set) var blocks = 0
  package private(set) var dropped = 0

  private let reader: any FrameReader
  /// Frames that the gate has seen but that are not extracted yet, the last first.
  private var waiting: [Frame]
  /// The latest frame, and one that passed the tests but is not extracted yet.
  private var previous: Frame?
  private var passed: Frame?
  private var frameWatch: FrameWatch
  private let extractor: ToeplitzExtractor
  private var raster: HealthTests
  private var motion: HealthTests
  private var block: SecretWords
  private var filled = 0
  private var failures = 0
  private var output = SecretBytes(count: 0)
  private var outputRange = 0..<0

  /// Reads as many frames as the gate needs and judges them. `seed` was drawn before; `period` is
  /// that of FrameWatch.
  init(
    _ reader: any FrameReader, gate: Gate, seed: KeyStream, period: Int = FrameWatch.period,
    isStopped: () -> Bool = { false }, watch: (CaptureStep) -> Void = { _ in }
  ) throws(EntropyError) {
    self.reader = reader
    (isLive, isPicture) = (reader.isLive, reader.isPicture)
    let frames = try NoiseMaterial.frames(reader, gate, watch)
    let bound = try gate.judge(frames, isStopped: isStopped, watch: watch)
    let plan = ExtractionPlan(entropy: bound.credited, bits: frames[0].shape.bits)
    self.bound = bound
    self.plan = plan
    let kept = frames.map(bound.deadLines.removed)
    shape = kept[0].shape
    waiting = kept.reversed()
    frameWatch = FrameWatch(bound, of: kept, period: period)
    extractor = ToeplitzExtractor(
      inputWords: plan.inputWords, outputWords: plan.outputWords, seed: seed.bytes(plan.seedBytes))
    raster = HealthTests(entropy: bound.credited)
    motion = raster
    block = SecretWords(count: plan.inputWords)
  }

  /// Those that the gate needs, or as many as there are.
  private static func frames(
    _ reader: any FrameReader, _ gate: Gate, _ watch: (CaptureStep) -> Void
  ) throws(EntropyError) -> [Frame] {
    var frames: [Frame] = []
    var needed: Int?
    while true {
      // Before the first frame, if possible: a person may have to record for longer.
      if needed == nil, let shape = reader.shape ?? frames.first?.shape {
        try shape.check(of: reader.name)
        let count = gate.frameCount(of: shape)
        watch(.needing(frames: count, bytes: reader.isPicture ? nil : count * shape.count))
        needed = count
      }
      guard frames.count != needed, let frame = try reader.next() else { break }
      frames.append(frame)
      if let needed { watch(.reading(frames: frames.count, of: needed)) }
    }
    if let needed, let shape = reader.shape, !reader.isPicture, frames.count < needed {
      throw .tooFewBytes(reader.name, needed: needed * shape.count)
    }
    if frames.isEmpty { throw .empty(reader.name) }
    return frames
  }

  /// −log₂ of the distance of all bytes so far from uniform.
  package var security: Double {
    Double(ExtractionPlan.security) - Double(max(1, blocks)).logarithm
  }

  func add(to bytes: inout MutableSpan<UInt8>) throws(EntropyError) -> Int {
    var done = 0
    while done < bytes.count {
      if outputRange.isEmpty {
        if try takeNext() { continue }
        // The file has no name yet: bytes made from frames without noise vanish.
        if let objection = frameWatch.lastObjection() { throw .healthFailed(objection) }
        break
      }
      let count = min(outputRange.count, bytes.count - done)
      let range = outputRange.prefix(count)
      output.withBytes { bytes.xor($0.extracting(range), at: done) }
      outputRange = range.upperBound..<outputRange.upperBound
      done += count
    }
    return done
  }

  private func nextFrame() throws(EntropyError) -> Frame? {
    if let frame = waiting.popLast() { return frame }
    return try reader.next().map(bound.deadLines.removed)
  }

  /// Tests the next frame while the one before it is extracted, each on a processor of its own. False
  /// at the end.
  private func takeNext() throws(EntropyError) -> Bool {
    let frame = try nextFrame()
    if frame == nil, passed == nil { return false }
    let ready = passed
    var objection: HealthFault?
    var isFailing = false
    inParallel(
      { objection = frame.flatMap { frameWatch.objection(to: $0, after: previous) } },
      {
        if let ready { extract(ready) }
        isFailing = frame.map(fails) ?? false
      })
    frames += ready == nil ? 0 : 1
    previous = frame ?? previous
    let fault = objection ?? (isFailing ? .counters : nil)
    passed = fault == nil ? frame : nil
    guard let fault else {
      failures = 0
      return true
    }
    if case .counters = fault {} else if frameWatch.isLate { throw .healthFailed(fault) }
    frames += 1
    try fail(fault)
    return true
  }

  private func extract(_ frame: Frame) {
    output = SecretBytes(count: (frame.shape.count / plan.samples + 1) * plan.outputBytes)
    outputRange = 0..<0
    let stride = NoiseMaterial.stride(of: frame.shape, block: plan.samples)
    for first in 0..<stride {
      var next = first
      while next < frame.shape.count {
        let left = (frame.shape.count - next + stride - 1) / stride
        let count = min(left, plan.samples - filled)
        copy(frame, from: next, by: stride, count: count)
        next += count * stride
        if filled == plan.samples { finishBlock() }
      }
    }
  }

  /// The distance between a block's samples. Each block has samples from the whole frame, so a part
  /// that is worse than the rest, or repeated, is a small share of every block and not all of one.
  /// The distance is coprime to the width, so that the samples do not come from a few columns.
  static func stride(of shape: FrameShape, block: Int) -> Int {
    var stride = (shape.count + block - 1) / block
    while !stride.isCoprime(to: shape.width) { stride += 1 }
    return stride
  }

  /// Whether a sample fails the health tests.
  private func fails(_ frame: Frame) -> Bool {
    var (raster, motion) = (raster, motion)
    var isFailing = false
    frame.withSamples { samples in
      for index in samples.indices where raster.fails(Int(samples[index])) { isFailing = true }
      previous?.withSamples { before in
        for index in samples.indices
        where motion.fails(Int(samples[index]) - Int(before[index]) + 65_536) {
          isFailing = true
        }
      }
    }
    self.raster = raster
    self.motion = motion
    return isFailing
  }

  private func copy(_ frame: Frame, from start: Int, by stride: Int, count: Int) {
    let (offset, isWide) = (filled, plan.sampleBytes == 2)
    frame.withSamples { samples in
      block.withMutableBytes { bytes in
        for number in 0..<count {
          let (sample, place) = (samples[start + number * stride], offset + number)
          if isWide {
            bytes[2 * place] = UInt8(truncatingIfNeeded: sample)
            bytes[2 * place + 1] = UInt8(truncatingIfNeeded: sample >> 8)
          } else {
            bytes[place] = UInt8(truncatingIfNeeded: sample)
          }
        }
      }
    }
    filled += count
  }

  private func finishBlock() {
    filled = 0
    blocks += 1
    let end = outputRange.upperBound + plan.outputBytes
    var result = SecretWords(count: plan.outputWords)
    result.withMutableWords { extractor.extract(block, into: &$0) }
    result.bytes.withBytes { result in
      output.withMutableBytes { $0.copy(result, at: outputRange.upperBound) }
    }
    outputRange = outputRange.lowerBound..<end
  }

  private func fail(_ fault: HealthFault) throws(EntropyError) {
    dropped += 1
    failures += 1
    let isOften =
      dropped > NoiseMaterial.patience && dropped * NoiseMaterial.rarity > frames
    if failures >= NoiseMaterial.patience || isOften { throw .healthFailed(fault) }
  }
}

extension Int {
  fileprivate func isCoprime(to other: Int) -> Bool {
    var (a, b) = (self, other)
    while b != 0 { (a, b) = (b, a % b) }
    return a == 1
  }
}
