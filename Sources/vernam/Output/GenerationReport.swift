internal import Entropy
internal import Pad
internal import System
internal import Wording

/// What `generate` says about its sources and the result.
enum GenerationReport {
  /// Shows progress while the first frames are read and judged.
  static func capture(_ step: CaptureStep, _ context: Context) {
    switch step {
    case .needing(let frames, let bytes):
      let amount = bytes.map { "\($0) bytes" } ?? "\(frames) frames of this size"
      context.say("vernam needs \(amount) to judge the noise")
    case .reading(let frames, let needed):
      guard Stream.errors.isTerminal, !context.isQuiet else { return }
      StandardError.part("\rreading the noise: \(frames) of \(needed)")
    case .judging(let step, let count):
      if step == 1 { context.say("testing the noise; this takes a while") }
      guard Stream.errors.isTerminal, !context.isQuiet else { return }
      StandardError.part("\rtesting the noise: step \(step) of \(count)")
    }
  }

  /// Says what the noise is credited with, after the gate and before the bytes.
  static func bounds(of generator: Generator, _ context: Context) {
    for part in generator.noise {
      let bound = part.bound
      context.say(
        "vernam credits the noise with \(bound.credited.text(2)) bits a sample: half of "
          + "\(bound.entropy.text(2)), which follows from the lowest estimate: \(bound.least.source)"
      )
      need(of: part, for: generator.settings.size, context)
      let dead = bound.deadLines
      if dead.rowCount + dead.columnCount > 0 {
        context.say(
          "left out \(dead.rowCount.counted("row")) and \(dead.columnCount.counted("column")) that never "
            + "change, of \(dead.shape.width)x\(dead.shape.height)")
      }
      for limit in bound.limits {
        context.say(verbosely: "  at most \(limit.entropy.text(3)) bits, \(limit.source)")
      }
    }
  }

  /// Says how many frames give `size` bytes: a person may have to record for longer.
  private static func need(of part: NoiseMaterial, for size: Int?, _ context: Context) {
    guard let size, part.isPicture else { return }
    let blocks = (size + part.plan.outputBytes - 1) / part.plan.outputBytes
    let frames = (blocks * part.plan.samples + part.shape.count - 1) / part.shape.count
    let pad = ByteCount(size - PadShape.headerKeysBytes)
    context.say("a pad of \(pad) needs \(frames.counted("frame"))")
  }

  static func result(of generator: Generator, in target: MaterialOutput, _ context: Context) {
    for part in generator.classical { classical(part, context) }
    let size = generator.count - PadShape.headerKeysBytes
    context.say("wrote \(target.path): material for a pad of \(size.counted("byte"))")
    shortages(of: generator, context)
    for part in generator.noise where part.dropped > 0 {
      context.say(
        "\(part.dropped) of \(part.frames.counted(part.isPicture ? "frame" : "part")) failed the tests "
          + "and \(part.dropped == 1 ? "was" : "were") not used")
    }
    let record = generator.record
    if let given = record.given {
      context.say(
        "a pad made from this material and carried by hand is secret "
          + "\(generator.isPhysical ? "thanks to physical noise" : "for good"), given \(given)")
    } else if !generator.noise.isEmpty {
      context.say(
        "a pad made from this material is as good as the kernel's random generator; if the noise "
          + "is raw, secret, fresh and used once, add --secret-source")
    } else if !generator.isKernelMixed {
      context.say(
        "these bits do not count: a pad made from them is as good as the kernel's random generator")
    } else {
      context.say(
        "a pad made from this material is as good as the kernel's random generator: no physical "
          + "noise is counted")
    }
  }

  /// Reports throws that are too few for every byte, and about how many more would do.
  private static func shortages(of generator: Generator, _ context: Context) {
    guard generator.noise.isEmpty else { return }
    for part in generator.typed where !part.isWhole {
      let isDice = part.kind == .dice
      // A fair roll gives 2.2 bits, and a fair toss 0.88.
      let each = isDice ? 1 / 2.2 : 1 / 0.88
      let missing =
        Int((Double((generator.count - part.bytes) * 8) * each * 1.05).rounded(.up)) + 20
      context.say(
        "the \(isDice ? "rolls" : "tosses") give \(part.bytes) of \(generator.count) bytes: with about "
          + "\(missing) more, the pad would need no other source")
    }
  }

  private static func classical(_ part: VonNeumannMaterial, _ context: Context) {
    let share = part.bits == 0 ? 0 : 100 * Double(part.ones) / Double(part.bits)
    StandardError.warning(
      "von Neumann's bits: \(share.text(2)) % ones "
        + "(z = \(part.deviation.text(0)))")
    var battery = Battery()
    part.sample.withBytes { battery.add($0.extracting(0..<part.sampleCount)) }
    let results = battery.results()
    let failed = results.filter { $0.verdict == .fail }
    guard !results.isEmpty else { return }
    StandardError.warning(
      failed.isEmpty
        ? "they fail none of \(results.count) tests"
        : "they fail \(failed.count) of \(results.count) tests: "
          + failed.map(\.name).joined(separator: ", "))
  }
}
