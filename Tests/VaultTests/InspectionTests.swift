import Glibc
import Pad
import System
import TestSupport
import Testing

@testable import Vault

@Suite("A vault that is only inspected")
struct InspectionTests {
  @Test("The health of each pad is reported")
  func conditions() throws {
    try withTemporaryDirectory { directory in
      let two = try TwoVaults(in: directory, isConfirmed: false)
      #expect(try two.alice.conditions().map(\.kind) == [.waiting])
      #expect(
        try two.bob.conditions()
          == [PadCondition(id: two.padID, contact: "alice", kind: .working)])
      let state = "\(two.bob.directory)/pads/\(two.padID.hexadecimal)/state"
      let bytes = try readFile(state)
      try #require(rename(state, "\(directory)/original") == 0)
      try writeFile(state, bytes)
      #expect(try two.bob.conditions().map(\.kind) == [.moved])
      let file = try Disk().open(state, writable: true)
      for place in [100, 65636] { try file.write([~bytes[place]].span, at: place) }
      let kind = try two.bob.conditions().map(\.kind)
      #expect(
        [nil, "alice"].contains { kind == [.damaged(.padDamaged(contact: $0, path: state))] })
    }
  }

  @Test("Files that are not as the program made them are listed")
  func faults() throws {
    try withTemporaryDirectory { directory in
      let two = try TwoVaults(in: directory)
      let vault = two.alice.directory
      #expect(VaultInspection(of: vault, storage: Disk()).faults == [])
      try #require(chmod("\(vault)/gone", 0o644) == 0)
      try #require(chmod("\(vault)/pads", 0o755) == 0)
      try #require(chmod("\(vault)/contacts", 0o620) == 0)
      try Disk().remove("\(vault)/CACHEDIR.TAG")
      let state = "\(vault)/pads/\(two.padID.hexadecimal)/state"
      try #require(link(state, "\(directory)/second") == 0)
      let inspection = VaultInspection(of: vault, storage: Disk())
      #expect(
        inspection.faults == [
          .unsafeFile(path: "\(vault)/pads", .directoryOpenToOthers),
          .unsafeFile(path: "\(vault)/contacts", .openToOthers),
          .unsafeFile(path: "\(vault)/gone", .openToOthers),
          .unsafeFile(path: state, .hasOtherNames),
        ])
      #expect(!inspection.hasCacheTag && !inspection.isReadOnly)
    }
  }
}
