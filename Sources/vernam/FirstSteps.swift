internal import ArgumentParser
internal import System
internal import Vault

/// What to do, for somebody who types only `vernam`.
enum FirstSteps {
  private static let indent = 2
  /// Without a pad.
  private static let toMeet = [
    "vernam lets two people who meet share a one-time pad (random bytes that only their two "
      + "computers hold), and use it to write to each other.",
    "",
    "You share no pad with anybody yet. Meet someone, join the same network, and type:",
    "",
    "  vernam pair NAME     with the other person's name; they type yours",
    "",
    "Each of you types the code on the other's screen. After that, \"vernam\" shows how to write.",
    "",
    "If you have used vernam on another computer, do not start over: see \"You have a new computer\" "
      + "in \"man vernam\".",
    help,
  ]
  /// With one.
  private static let daily = [
    "  vernam pair NAME     shares a pad with somebody you meet, or adds another",
    "  vernam encrypt NAME  turns your text into a message for any email or chat",
    "  vernam decrypt       reads the message that you received",
    "  vernam chat NAME     delivers messages itself while you are both online",
    "  vernam status        shows how much pad is left",
    "",
    help,
  ]
  private static let help =
    "\"vernam help\" lists all commands, and \"man vernam\" explains them."

  /// Whether this person has no pad, and perhaps no vault.
  private static var areNext: Bool {
    guard let options = try? GlobalOptions.parse([]),
      let directory = try? Context(options).directory()
    else { return false }
    let pads = (try? Disk().list("\(directory)/pads")) ?? []
    return pads.isEmpty
  }

  static func show() throws {
    try StandardOutput.prose(areNext ? toMeet : daily, indent: indent)
  }
}
