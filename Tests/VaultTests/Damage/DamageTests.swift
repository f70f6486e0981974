import Pad
import System
import TestSupport
import Testing

@testable import Vault

@Suite("Damaged files of a vault")
struct DamageTests {
  private static let samples = 24

  /// The files to damage, by what that may cost.
  enum Victim: String, CaseIterable, CustomTestStringConvertible {
    case header, book, state, chunks, gone, tag, counter, bookCounter

    var testDescription: String { rawValue }

    func path(_ vault: DamagedVault) -> String {
      switch self {
      case .header: vault.layout.header
      case .book: vault.layout.contacts
      case .state: vault.layout.state(vault.bobPad)
      case .chunks: vault.layout.chunks(vault.bobPad)
      case .gone: vault.layout.gone
      case .tag: vault.layout.cacheTag
      case .counter: CounterFile(of: vault.bobPad, vault.vault).path
      case .bookCounter: CounterFile(of: nil, vault.vault).path
      }
    }

    /// Steps that work whatever the file says.
    var alwaysWorks: Set<String> {
      switch self {
      case .header: []
      case .book, .bookCounter: ["open", "contacts", "read from bob"]
      case .state, .chunks: ["open", "contacts", "send to carol"]
      case .gone, .tag: ["open", "contacts", "send to carol", "send to bob", "read from bob"]
      case .counter: ["open", "contacts", "send to carol", "read from bob"]
      }
    }
  }

  @Test("Without damage, everything works")
  func undamaged() throws {
    try withQuickDirectory { directory in
      let vault = try DamagedVault(in: directory)
      let use = try vault.use()
      #expect(use.errors.isEmpty)
      #expect(use.works.isSuperset(of: Victim.tag.alwaysWorks))
    }
  }

  @Test("A file cut to many different lengths", arguments: Victim.allCases)
  func truncated(_ victim: Victim) throws {
    try damage(victim) { bytes, generator in
      let whole = bytes.count
      let borders = [0, 1, whole / 2, whole - 1, min(4096, whole), min(16, whole), min(32, whole)]
      let lengths = borders + (0..<DamageTests.samples).map { _ in generator.number(in: 0...whole) }
      // The list of forgotten pads does not show that whole entries are missing at its end.
      let told = lengths.filter { $0 < whole && !(victim == .gone && $0 == 32) }
      return told.map { Array(bytes[..<$0]) }
    }
  }

  @Test("A file with bytes appended", arguments: Victim.allCases)
  func extended(_ victim: Victim) throws {
    try damage(victim) { bytes, generator in
      [1, 16, 31, 32, 33, 4096, 70000].flatMap { count in
        [bytes + [UInt8](repeating: 0, count: count), bytes + generator.bytes(count)]
      }
    }
  }

  @Test("A file with one bit inverted", arguments: Victim.allCases)
  func flipped(_ victim: Victim) throws {
    try damage(victim) { bytes, generator in
      let places =
        bytes.count <= 64
        ? Array(bytes.indices)
        : (0..<DamageTests.samples * 3).map {
          // Half of them at the beginning, where a large file has its contents.
          generator.number(
            in: 0...($0.isMultiple(of: 2) ? min(1500, bytes.count) : bytes.count) - 1)
        }
      return places.map { place in
        var damaged = bytes
        damaged[place] ^= 1 << UInt8(generator.number(in: 0...7))
        return damaged
      }
    }
  }

  @Test(
    "A file of noise or zeros, or with a page that was not written", arguments: Victim.allCases)
  func overwritten(_ victim: Victim) throws {
    try damage(victim) { bytes, generator in
      var inputs = [generator.bytes(bytes.count), [UInt8](repeating: 0, count: bytes.count)]
      for page in stride(from: 0, to: min(bytes.count, 9 * 4096), by: 4096) {
        for count in [512, 4096] {
          var damaged = bytes
          let end = min(page + count, bytes.count)
          damaged.replaceSubrange(page..<end, with: [UInt8](repeating: 0, count: end - page))
          inputs.append(damaged)
        }
      }
      return inputs
    }
  }

  /// Uses the vault once with each damaged form of a file, which is restored after each.
  private func damage(
    _ victim: Victim, test: String = #function,
    inputs: (_ bytes: [UInt8], _ generator: Seeded) -> [[UInt8]]
  ) throws {
    try withQuickDirectory { directory in
      let vault = try DamagedVault(in: directory)
      let path = victim.path(vault)
      let inputs = inputs(vault.files[path], Seeded(for: "\(test) \(victim)"))
      var (refused, warned) = (0, 0)
      for input in inputs {
        try VaultFiles.put(input, in: path)
        let use = try vault.use()
        // A book that is too long has to be cut by the person; until then nothing works.
        let isTooLong = victim == .book && input.count > vault.files[path].count
        #expect(isTooLong || use.works.isSuperset(of: victim.alwaysWorks), "\(use.errors)")
        for error in use.errors { try expect(error, names: path, vault, victim) }
        #expect(!use.isSilent || victim != .header)
        refused += use.errors.isEmpty ? 0 : 1
        warned += use.errors.isEmpty && !use.warnings.isEmpty ? 1 : 0
        try vault.files.restore()
      }
      Figures.report(
        "damage, \(victim) \(test.prefix { $0 != "(" })",
        "\(inputs.count) inputs, \(refused) refused, \(warned) mended with a warning")
    }
  }

  private func expect(
    _ error: VaultError, names path: String, _ vault: DamagedVault, _ victim: Victim
  ) throws {
    switch (error, victim) {
    case (.headerDamaged(path), .header), (.listDamaged(path), .gone),
      (.bookDamaged(path), .book), (.padDamaged(_, path), .state), (.padDamaged(_, path), .chunks),
      (.tooLong(path, _), .header), (.tooLong(path, _), .book), (.tooLong(path, _), .state),
      (.tooLong(path, _), .chunks), (.counterGone(path), .counter),
      (.counterGone(path), .bookCounter):
      break
    default: Issue.record("\(error)")
    }
  }
}
