import Glibc
import System
import TestSupport
import Testing

@testable import Vault

@Suite("Something else in place of a vault's file")
struct OtherFilesTests {
  enum Place: String, CaseIterable, CustomTestStringConvertible {
    case header, book, state, chunks, gone, pads, pad

    var testDescription: String { rawValue }

    func path(_ vault: DamagedVault) -> String {
      switch self {
      case .header: vault.layout.header
      case .book: vault.layout.contacts
      case .state: vault.layout.state(vault.bobPad)
      case .chunks: vault.layout.chunks(vault.bobPad)
      case .gone: vault.layout.gone
      case .pads: vault.layout.pads
      case .pad: vault.layout.pad(vault.bobPad)
      }
    }

    var isDirectory: Bool { self == .pads || self == .pad }
  }

  /// The thing that is there instead.
  enum Thing: String, CaseIterable, CustomTestStringConvertible {
    case link, secondName, pipe, socket, directory, device, readableByGroup, writableByAll

    var testDescription: String { rawValue }

    func put(at path: String, aside: String) throws {
      switch self {
      case .readableByGroup: return try require(chmod(path, 0o640))
      case .writableByAll: return try require(chmod(path, 0o602))
      case .secondName: return try require(Glibc.link(path, aside))
      default: try require(rename(path, aside))
      }
      switch self {
      case .link: try require(symlink(aside, path))
      case .pipe: try require(mkfifo(path, 0o600))
      case .socket: try require(mknod(path, S_IFSOCK | 0o600, 0))
      case .directory: try require(mkdir(path, 0o700))
      default: try require(mknod(path, S_IFCHR | 0o600, 0x0105))
      }
    }

    private func require(_ result: Int32) throws {
      try #require(result == 0, "\(self): \(String(cString: strerror(errno)))")
    }
  }

  @Test(
    "is refused, and its target is not touched", arguments: Place.allCases, Thing.allCases)
  func refused(_ place: Place, _ thing: Thing) throws {
    if thing == .device && getuid() != 0 { return }
    if place.isDirectory && (thing == .secondName || thing == .directory) { return }
    try withQuickDirectory { directory in
      let vault = try DamagedVault(in: directory)
      let path = place.path(vault)
      let aside = "\(directory)/aside"
      try thing.put(at: path, aside: aside)
      let before = place.isDirectory || !isFile(aside) ? [] : try readFile(aside)
      let use = try vault.use()
      let found = use.errors.contains {
        if case .unsafeFile(path, _) = $0 { true } else { false }
      }
      #expect(found, "\(use.errors)")
      #expect(!use.works.contains("send to bob") || place == .gone)
      if !before.isEmpty { #expect(try readFile(aside) == before) }
    }
  }

  @Test("is refused if it is another user's file", arguments: Place.allCases)
  func otherOwner(_ place: Place) throws {
    // Only root can give a file away.
    if getuid() != 0 { return }
    try withQuickDirectory { directory in
      let vault = try DamagedVault(in: directory)
      let path = place.path(vault)
      try #require(chown(path, 65534, 65534) == 0)
      let use = try vault.use()
      #expect(use.errors.contains(.unsafeFile(path: path, .ofAnotherUser)))
    }
  }

  @Test("is refused if it is nothing at all", arguments: [Place.header, .book, .chunks, .gone])
  func missing(_ place: Place) throws {
    try withQuickDirectory { directory in
      let vault = try DamagedVault(in: directory)
      let path = place.path(vault)
      try Disk().remove(path)
      let use = try vault.use()
      #expect(!use.errors.isEmpty)
      #expect(!use.works.contains("send to bob") || place == .gone)
    }
  }

  @Test("makes a counter count as gone", arguments: Thing.allCases)
  func counter(_ thing: Thing) throws {
    if thing == .device && getuid() != 0 { return }
    try withQuickDirectory { directory in
      let vault = try DamagedVault(in: directory)
      let (path, aside) = (CounterFile(of: vault.bobPad, vault.vault).path, "\(directory)/aside")
      try thing.put(at: path, aside: aside)
      let before = isFile(aside) ? try readFile(aside) : []
      let use = try vault.use()
      #expect(use.works.isSuperset(of: ["contacts", "read from bob", "send to carol"]))
      // A counter is not secret: its mode and its names are not checked.
      let isRead = [.readableByGroup, .writableByAll, .secondName].contains(thing)
      #expect(use.works.contains("send to bob") == isRead)
      #expect(isRead || use.errors.contains(.counterGone(path: path)), "\(use.errors)")
      if !isRead, !before.isEmpty { #expect(try readFile(aside) == before) }
    }
  }

  private func isFile(_ path: String) -> Bool {
    (try? Disk().attributes(at: path))??.kind == .regular
  }
}
