internal import Pad

/// Frames made into bytes: judged by the gate, watched by the health tests, extracted.
package final class NoiseMaterial: MaterialPart {
  /// Failures in a row that end it.
  static let patience = 3

  package let bound: Bound
  package let plan: ExtractionPlan
  package let shape: FrameShape
  /// Whether the frames are captured while the program runs.
  package let isLive: Bool
  /// Frames and samples read, blocks extracted and dropped, frames dropped.
  package private(set) var frames = 0
  package private(set) var blocks = 0
  package private(set) var dropped = 0

  private let reader: any FrameReader
  /// Frames that the gate has seen and that were not extracted yet, the last first.
  private var waiting: [Frame]
  private var previous: Frame?
  private var frameWatch: FrameWatch
  private let extractor: ToeplitzExtractor
  private var raster: HealthTests
  private var motion: HealthTests
  private var block: SecretWords
  private var filled = 0
  private var isFailing = false
  private var failures = 0
  private var output = SecretBytes(count: 0)
  private var outputRange = 0..<0

  /// Reads as many frames as the gate takes and judges them. `seed` was drawn before; `period` is
  /// that of FrameWatch.
  init(
    _ reader: any FrameReader, gate: Gate, seed: KeyStream, period: Int = FrameWatch.period,
    isStopped: () -> Bool = { false }, watch: (CaptureStep) -> Void = { _ in }
  ) throws(EntropyError) {
    self.reader = reader
    isLive = reader.isLive
    guard let first = try reader.next() else { throw .empty(reader.name) }
    try first.shape.check(of: reader.name)
    var frames = [first]
    let needed = gate.frameCount(of: first.shape)
    watch(.reading(frames: 1, of: needed))
    while frames.count < needed, let frame = try reader.next() {
      frames.append(frame)
      watch(.reading(frames: frames.count, of: needed))
    }
    let bound = try gate.judge(frames, isStopped: isStopped, watch: watch)
    let plan = ExtractionPlan(entropy: bound.credited, bits: first.shape.bits)
    self.bound = bound
    self.plan = plan
    shape = first.shape
    waiting = frames.reversed()
    frameWatch = FrameWatch(bound, of: first.shape, period: period)
    extractor = ToeplitzExtractor(
      inputWords: plan.inputWords, outputWords: plan.outputWords, seed: seed.bytes(plan.seedBytes))
    raster = HealthTests(entropy: bound.credited)
    motion = raster
    block = SecretWords(count: plan.inputWords)
  }

  /// −log₂ of the distance of all bytes so far from uniform.
  package var security: Double {
    Double(ExtractionPlan.security) - Double(max(1, blocks)).logarithm
  }

  func add(to bytes: inout MutableSpan<UInt8>) throws(EntropyError) -> Int {
    var done = 0
    while done < bytes.count {
      if outputRange.isEmpty {
        guard let frame = try nextFrame() else { break }
        try take(frame)
        continue
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
    return try reader.next()
  }

  private func take(_ frame: Frame) throws(EntropyError) {
    frames += 1
    defer { previous = frame }
    if let objection = frameWatch.objection(to: frame, after: previous) {
      return try fail(objection)
    }
    let count = frame.shape.count / plan.samples + 1
    output = SecretBytes(count: count * plan.outputBytes)
    outputRange = 0..<0
    var start = 0
    while start < frame.shape.count {
      let end = min(frame.shape.count, start + plan.samples - filled)
      watch(frame, start..<end)
      copy(frame, start..<end)
      start = end
      if filled == plan.samples { try finishBlock() }
    }
  }

  private func watch(_ frame: Frame, _ range: Range<Int>) {
    var (raster, motion) = (raster, motion)
    var isFailing = isFailing
    frame.withSamples { samples in
      for index in range where raster.fails(Int(samples[index])) { isFailing = true }
      previous?.withSamples { before in
        for index in range where motion.fails(Int(samples[index]) - Int(before[index]) + 65_536) {
          isFailing = true
        }
      }
    }
    self.raster = raster
    self.motion = motion
    self.isFailing = isFailing
  }

  private func copy(_ frame: Frame, _ range: Range<Int>) {
    let (offset, isWide) = (filled, plan.sampleBytes == 2)
    frame.withSamples { samples in
      block.withMutableBytes { bytes in
        for index in range {
          let place = offset + index - range.lowerBound
          if isWide {
            bytes[2 * place] = UInt8(truncatingIfNeeded: samples[index])
            bytes[2 * place + 1] = UInt8(truncatingIfNeeded: samples[index] >> 8)
          } else {
            bytes[place] = UInt8(truncatingIfNeeded: samples[index])
          }
        }
      }
    }
    filled += range.count
  }

  private func finishBlock() throws(EntropyError) {
    filled = 0
    if isFailing {
      isFailing = false
      return try fail("repetition or proportion")
    }
    failures = 0
    blocks += 1
    let end = outputRange.upperBound + plan.outputBytes
    var result = SecretWords(count: plan.outputWords)
    result.withMutableWords { extractor.extract(block, into: &$0) }
    result.bytes.withBytes { result in
      output.withMutableBytes { $0.copy(result, at: outputRange.upperBound) }
    }
    outputRange = outputRange.lowerBound..<end
  }

  private func fail(_ test: String) throws(EntropyError) {
    dropped += 1
    failures += 1
    if failures >= NoiseMaterial.patience { throw .healthFailed(test) }
  }
}
