extension Generator {
  /// Whether credited noise or throws cover every byte of the material.
  package var isCovered: Bool {
    typed.contains { $0.isWhole } || noise.contains(where: isCredited) || isDeviceTrusted
  }

  private var isDeviceTrusted: Bool { settings.trustedDevice != nil && !devices.isEmpty }

  /// Whether this noise counts as secret: live captures do, files only if the person says so.
  private func isCredited(_ part: NoiseMaterial) -> Bool { part.isLive || settings.isSecretSource }

  /// How the material was made, for the file beside it.
  package var record: MaterialRecord {
    MaterialRecord(
      byteCount: count, source: sources.joined(separator: ", XORed with "),
      given: isCovered ? assumptions.joined(separator: "; ") : nil, details: details)
  }

  /// Each source in a few words; the kernel, if used, comes first.
  private var sources: [String] {
    (isKernelMixed ? ["the kernel's generator (getrandom)"] : [])
      + noise.map { part in
        let origin =
          part.isLive
          ? " captured live" : isCredited(part) ? "" : ", not promised to be secret"
        return "\(part.isPicture ? "image sensor noise" : "raw noise of a device") "
          + "(\(part.frames.counted("frame"))\(origin), credited "
          + "\(part.bound.credited.text(3)) bits a sample, Toeplitz hashing, "
          + "e <= 2^-\(part.security.rounded(.down).text(0)))"
      }
      + classical.map { "two low bits of \($0.frames.counted("frame")) by von Neumann, uncredited" }
      + typed.map {
        "\($0.throws.counted("throw")) of \($0.kind.rawValue)\($0.isWhole ? "" : ", expanded")"
      }
      + devices.map { _ in
        settings.trustedDevice.map {
          "bytes of \($0), as that device processed them, credited on trust"
        }
          ?? "bytes of a device, uncredited"
      } + extraNames.map { _ in "another source, uncredited" }
  }

  /// Whether the claim rests on noise alone. The seed of its extractor comes from a key of 256 bits,
  /// or a device extracted it, so the claim is not unconditional: throws for every byte claim more.
  package var isPhysical: Bool { isCovered && !typed.contains { $0.isWhole } }

  private var assumptions: [String] {
    if let throwing = typed.first(where: { $0.isWhole }) {
      return [
        throwing.kind == .dice
          ? "dice whose bias never changes, and rolls that are secret and used once"
          : "coins whose bias never changes, and tosses that are secret and used once"
      ]
    }
    let credited = noise.filter(isCredited)
    if let device = settings.trustedDevice, credited.isEmpty {
      return ["that \(device) makes its bytes from physical noise, as its owner promised"]
    }
    var given = [
      "AES-256, which expands 256 bits from the kernel\(isSeedTyped ? " and from throws" : "") into the "
        + "extractor's seed", "a seed that is independent of the noise",
    ]
    if credited.contains(where: \.isLive) { given.append("a camera's driver that passes on noise") }
    if credited.contains(where: { !$0.isLive }) {
      given.append("noise that is raw, secret, fresh and used once, as promised")
    }
    given.append("noise with at least half of the entropy that its bounds allow")
    return given
  }

  private var details: [(String, String)] {
    var lines: [(String, String)] = []
    for part in noise {
      let (shape, plan, bound) = (part.shape, part.plan, part.bound)
      let dead = bound.deadLines
      lines += [
        (
          "frames",
          "\(part.frames) of \(dead.shape.width)x\(dead.shape.height), \(shape.bits) bits"
        ),
        (
          "left out",
          "\(dead.rowCount.counted("row")) and \(dead.columnCount.counted("column")) that never change"
        ),
        ("credited", "\(bound.credited.text(4)) bits a sample, half of \(bound.entropy.text(4))"),
      ]
      lines += bound.limits.map { ("limit", "\($0.entropy.text(4)) bits, \($0.source)") }
      lines += [
        ("neighbours", "tie correlation at most \(bound.correlation.text(4)), subtracted as log2"),
        (
          "extractor",
          "Toeplitz, \(plan.samples) samples to \(plan.outputBytes * 8) bits a block, "
            + "\(part.blocks) blocks, e <= 2^-\(ExtractionPlan.security) each"
        ),
        ("seed", "drawn before capture from the kernel\(isSeedTyped ? " and throws" : "")"),
        (
          "health",
          "repetition, proportion, ties, repeated and predictable frames watched; \(part.dropped) dropped"
        ),
      ]
    }
    for part in classical {
      let share = part.bits == 0 ? 0 : 100 * Double(part.ones) / Double(part.bits)
      lines.append(
        (
          "von Neumann",
          "\(part.bits) bits, \(share.text(2)) % ones (z = \(part.deviation.text(0))), no credit"
        ))
    }
    for throwing in typed {
      lines.append(
        (
          throwing.kind.rawValue,
          "\(throwing.throws.counted("throw")), \(throwing.bytes.counted("byte"))"
        ))
    }
    return lines
  }
}
