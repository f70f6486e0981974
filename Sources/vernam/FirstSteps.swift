internal import ArgumentParser
internal import System
internal import Vault

/// What to do first, for somebody who types `vernam` and shares no pad with anybody yet.
enum FirstSteps {
  private static let indent = 2
  private static let lines = [
    "vernam lets two people who meet share a one-time pad, random bytes that only their two "
      + "computers hold, and write to each other.",
    "",
    "You share no pad with anybody yet. Meet someone, join the same network, and type:",
    "",
    "  vernam pair NAME     with the other person's name; they type yours",
    "",
    "Each of you types the code on the other's screen. After that:",
    "",
    "  vernam encrypt NAME  turns your text into a message for any mail or chat",
    "  vernam decrypt       reads the message that you received",
    "  vernam chat NAME     delivers messages itself while you are both online",
    "  vernam status        shows how much pad is left",
    "",
    "\"vernam help\" lists all commands, and \"man vernam\" explains them.",
  ]

  /// Whether this person has neither a vault nor a pad.
  static func areNext() throws -> Bool {
    guard let options = try? GlobalOptions.parse([]),
      let directory = try? Context(options).directory()
    else { return false }
    let pads = (try? Disk().list("\(directory)/pads")) ?? []
    return pads.isEmpty
  }

  static func show() throws { try StandardOutput.prose(lines, indent: indent) }
}
