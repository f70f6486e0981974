import Pad
import Primitives
import System
import TestSupport
import Testing
import Vault

@Suite("The passphrase of a vault")
struct PassphraseTests {
  static let cost = TwoVaults.cost

  static func secret(_ text: String) -> SecretBytes { SecretBytes(copying: Array(text.utf8).span) }

  private func make(_ directory: String, _ passphrase: String) throws {
    try Vault.create(
      directory, environment: VaultEnvironment(), passphrase: PassphraseTests.secret(passphrase),
      cost: PassphraseTests.cost)
  }

  private func open(
    _ directory: String, _ passphrase: String, for access: Access = .changing,
    on storage: any Storage = Disk()
  ) throws -> Vault {
    try Vault.open(directory, for: access, environment: VaultEnvironment(storage: storage)) {
      PassphraseTests.secret(passphrase)
    }
  }

  /// Which of the two opens the vault for a reader.
  private func working(_ directory: String) throws -> [String] {
    try ["old", "new"].filter { passphrase in
      do {
        _ = try open(directory, passphrase, for: .reading)
        return true
      } catch let error as VaultError {
        try #require(error == .wrongPassphrase)
        return false
      }
    }
  }

  private func copies(_ directory: String) throws -> (ArraySlice<UInt8>, ArraySlice<UInt8>) {
    let bytes = try readFile("\(directory)/vault")
    return (bytes[..<4096], bytes[4096...])
  }

  @Test(
    "After a change, the new one opens the vault and the old one does not",
    arguments: [("old", "new"), ("", "new"), ("old", "")])
  func changed(_ old: String, _ new: String) throws {
    try withTemporaryDirectory { directory in
      let path = "\(directory)/vault"
      try make(path, old)
      let vault = try open(path, old)
      try vault.changePassphrase(to: PassphraseTests.secret(new), cost: PassphraseTests.cost)
      _ = try open(path, new)
      if !new.isEmpty { #expect(throws: VaultError.wrongPassphrase) { try open(path, old) } }
      let (first, second) = try copies(path)
      #expect(first.elementsEqual(second))
    }
  }

  @Test("Pads stay as they are: what was sent before a change is read after it")
  func padsStay() throws {
    try withTemporaryDirectory { directory in
      let two = try TwoVaults(in: directory)
      let packet = try two.alice.sendText("before", to: "bob")
      try two.bob.changePassphrase(to: PassphraseTests.secret("new"), cost: PassphraseTests.cost)
      let environment = TwoVaults.environment(two.bob.directory + ".state")
      let bob = try Vault.open(two.bob.directory, environment: environment) {
        PassphraseTests.secret("new")
      }
      #expect(try bob.receiveText(packet) == "before")
    }
  }

  @Test("Every salt is new: setting the same passphrase again changes every secret byte")
  func freshSalt() throws {
    try withTemporaryDirectory { directory in
      let path = "\(directory)/vault"
      try make(path, "old")
      let before = try copies(path).0
      try open(path, "old").changePassphrase(
        to: PassphraseTests.secret("old"), cost: PassphraseTests.cost)
      let after = try copies(path).0
      // Salt and wrapped key.
      #expect(zip(before[44..<124], after[44..<124]).count { $0 == $1 } < 10)
      _ = try open(path, "old")
    }
  }

  @Test(
    "If a change is cut short anywhere, one passphrase works, and the next opening completes it",
    arguments: DyingStorage.Fate.allCases)
  func cutShort(_ fate: DyingStorage.Fate) throws {
    var outcomes: Set<String> = []
    var steps = 0
    while try !changeEnds(after: steps, fate, &outcomes) { steps += 1 }
    #expect(steps == 5, "a sync before reading, and two writes with their syncs")
    #expect(outcomes == ["old", "new"])
  }

  /// Whether the change was completed within `steps` steps.
  private func changeEnds(
    after steps: Int, _ fate: DyingStorage.Fate, _ outcomes: inout Set<String>
  ) throws -> Bool {
    try withTemporaryDirectory { directory in
      let path = "\(directory)/vault"
      try make(path, "old")
      let dying = DyingStorage(after: steps, fate: fate)
      let vault = try open(path, "old", on: dying)
      var isDone = true
      do {
        try vault.changePassphrase(to: PassphraseTests.secret("new"), cost: PassphraseTests.cost)
      } catch let error as VaultError {
        try #require(error == .system(DyingStorage.death))
        isDone = false
      }
      let before = try readFile("\(path)/vault")
      let working = try working(path)
      #expect(working.count == 1, "\(steps) steps, \(fate): \(working)")
      #expect(try readFile("\(path)/vault") == before, "a reader repairs nothing")
      if isDone { #expect(working == ["new"]) }
      try expectRepair(path, working[0], "\(steps) steps, \(fate)")
      outcomes.insert(working[0])
      return isDone
    }
  }

  private func expectRepair(_ path: String, _ passphrase: String, _ what: String) throws {
    let wrong = passphrase == "old" ? "new" : "old"
    let before = try readFile("\(path)/vault")
    #expect(throws: VaultError.wrongPassphrase) { try open(path, wrong) }
    #expect(try readFile("\(path)/vault") == before, "a wrong passphrase repairs nothing")
    _ = try open(path, passphrase)
    let (first, second) = try copies(path)
    #expect(first.elementsEqual(second), "\(what)")
    #expect(try working(path) == [passphrase], "\(what)")
  }

  @Test(
    "A repair cut short too leaves the same passphrase", arguments: DyingStorage.Fate.allCases)
  func repairCutShort(_ fate: DyingStorage.Fate) throws {
    for steps in 0..<4 {
      try withTemporaryDirectory { directory in
        let path = "\(directory)/vault"
        try make(path, "old")
        let first = DyingStorage(after: 3, fate: .lost)
        let vault = try open(path, "old", on: first)
        #expect(throws: VaultError.system(DyingStorage.death)) {
          try vault.changePassphrase(to: PassphraseTests.secret("new"), cost: PassphraseTests.cost)
        }
        _ = try open(path, "new", on: DyingStorage(after: steps, fate: fate))
        #expect(try working(path) == ["new"])
        try expectRepair(path, "new", "\(steps) steps, \(fate)")
      }
    }
  }

  @Test("A damaged copy is repaired from the other, whichever it is", arguments: [0, 1])
  func damagedCopy(_ copy: Int) throws {
    try withTemporaryDirectory { directory in
      let path = "\(directory)/vault"
      try make(path, "old")
      let file = try Disk().open("\(path)/vault", writable: true)
      try file.write([0xff].span, at: copy * 4096 + 50)
      _ = try open(path, "old")
      let (first, second) = try copies(path)
      #expect(first.elementsEqual(second))
    }
  }

  @Test("If two changes overlap, one is refused and the other one holds")
  func twoAtOnce() throws {
    try withTemporaryDirectory { directory in
      let path = "\(directory)/vault"
      try make(path, "old")
      let (one, other) = (try open(path, "old"), try open(path, "old"))
      try one.changePassphrase(to: PassphraseTests.secret("new"), cost: PassphraseTests.cost)
      #expect(throws: VaultError.replaced(path: "\(path)/vault")) {
        try other.changePassphrase(to: PassphraseTests.secret("third"), cost: PassphraseTests.cost)
      }
      #expect(try working(path) == ["new"])
    }
  }
}
