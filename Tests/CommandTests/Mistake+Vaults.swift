import Glibc
import Primitives
import System
import TestSupport
import Testing

/// Mistakes with a vault.
extension Mistake {
  private static let unsafeHint = "run \"chmod go-rwx PATH\""
  private static let adoptHint =
    "if you moved the vault, run \"vernam adopt\", and never use the old copy again; if this is only a copy, "
    + "delete it"

  static let vaults = [
    Mistake(
      "no vault", 66,
      error: "you share no pad with anybody yet: there is no vault at HERE/none",
      hint:
        "meet somebody, and both of you run \"vernam pair NAME\"; if you have a vault on another "
        + "computer, see \"You have a new computer\" in \"man vernam\"",
      run: { try $0.alice.run(["status", "--vault", "\($0.directory)/none"]) }),
    Mistake(
      "a vault where one is to be made", 73, error: "there is already a vault at VAULT",
      hint: "use that one, or choose another folder with --vault FOLDER",
      run: { try $0.alice.run(["init", "--no-passphrase"]) }),
    Mistake(
      "a wrong passphrase", 77, error: "wrong passphrase",
      hint:
        "try again; if you forgot it, your pads are lost: see \"You forgot the passphrase\" in \"man vernam\"",
      prepare: {
        try "right\n".save(at: "\($0.directory)/right")
        try "wrong\n".save(at: "\($0.directory)/wrong")
        try $0.alice.succeed([
          "init", "--vault", "\($0.directory)/closed", "--passphrase-file", "\($0.directory)/right",
        ])
      },
      run: {
        try $0.alice.run([
          "status", "--vault", "\($0.directory)/closed", "--passphrase-file",
          "\($0.directory)/wrong",
        ])
      }),
    Mistake(
      "a passphrase and nobody to ask", 77,
      error: "the vault needs its passphrase",
      hint: "run \"vernam unlock\" first, or add --passphrase-file FILE",
      prepare: {
        try "right\n".save(at: "\($0.directory)/right")
        try $0.alice.succeed([
          "init", "--vault", "\($0.directory)/closed", "--passphrase-file", "\($0.directory)/right",
        ])
      },
      run: { try $0.alice.run(["status", "--vault", "\($0.directory)/closed"]) }),
    Mistake(
      "a damaged header", 78, error: "VAULT/vault, the key of your vault, is damaged",
      hint: "the pads are lost; meet and pair again with --vault NEWFOLDER",
      prepare: { try damage("\($0.alice.vault)/vault", every: 4096) },
      run: { try $0.alice.run(["encrypt", "bob"], input: "x\n") }),
    Mistake(
      "a header of the next version", 78,
      error: "VAULT/vault was made by a newer version of vernam",
      hint: "update vernam on this computer; nothing was changed",
      prepare: { try makeNewer("\($0.alice.vault)/vault") },
      run: { try $0.alice.run(["encrypt", "bob"], input: "x\n") }),
    Mistake(
      "a list of forgotten pads that was cut", 78,
      error: "VAULT/gone, the list of forgotten pads, is damaged",
      hint:
        "your pads still work; to add one, run \"vernam pair NAME --vault NEWFOLDER\"",
      prepare: { try #require(truncate("\($0.alice.vault)/gone", 0) == 0) },
      run: { try $0.alice.run(["forget", "bob", "--yes"]) }),
    Mistake(
      "a damaged state", 78, error: "bob's pad is damaged (PAD/state)",
      hint:
        "check the disk; then run \"vernam forget\" with the 32 digits in that path, and pair again",
      prepare: { try damage("\($0.alice.pad())/state", every: 4096) },
      run: { try $0.alice.run(["encrypt", "bob"], input: "x\n") }),
    Mistake(
      "a vault that others can open", 77, error: "VAULT can be opened by other users",
      hint: "run \"chmod -R go-rwx 'VAULT'\"",
      prepare: { try #require(chmod($0.alice.vault, 0o755) == 0) },
      run: { try $0.alice.run(["encrypt", "bob"], input: "x\n") }),
    Mistake(
      "a state that others can read", 77, error: "PAD/state can be opened by other users",
      hint: "run \"chmod go-rwx 'PAD/state'\"",
      prepare: { try #require(chmod("\($0.alice.pad())/state", 0o644) == 0) },
      run: { try $0.alice.run(["encrypt", "bob"], input: "x\n") }),
    Mistake(
      "a second name of the state", 77, error: "PAD/state has a second name (a hard link)",
      hint:
        "find its other name with \"sudo find / -samefile 'PAD/state'\", and delete the one outside the vault: "
        + "vernam cannot tell it from a copy of the vault",
      prepare: { try #require(link("\($0.alice.pad())/state", "\($0.directory)/second") == 0) },
      run: { try $0.alice.run(["encrypt", "bob"], input: "x\n") }),
    Mistake(
      "a link in place of the chunks", 77, error: "PAD/pad is not an ordinary file",
      hint: "move it away, and put the original back",
      prepare: { try $0.moveAway("\($0.alice.pad())/pad") },
      run: { try $0.alice.run(["encrypt", "bob"], input: "x\n") }),
    Mistake(
      "a link in place of the header", 77, error: "VAULT/vault is not an ordinary file",
      hint: "move it away, and put the original back",
      prepare: { try $0.moveAway("\($0.alice.vault)/vault") },
      run: { try $0.alice.run(["encrypt", "bob"], input: "x\n") }),
    Mistake(
      "a pad that was copied", 78,
      error: "this vault was copied, restored or moved here (VAULT)", hint: adoptHint,
      prepare: { try $0.copyState() }, run: { try $0.alice.run(["encrypt", "bob"], input: "x\n") }),
    Mistake(
      "a contact book that was copied", 78,
      error: "this vault was copied, restored or moved here (VAULT)", hint: adoptHint,
      prepare: { try $0.copy("\($0.alice.vault)/contacts") },
      run: { try $0.alice.run(["pair", "carol", "--carry", "\($0.directory)/new"]) }),
    Mistake(
      "a contact book that is damaged", 78,
      error: "the contact book (VAULT/contacts) is damaged: nothing can be sent",
      hint: "you can still read messages; run \"vernam adopt\", then meet and pair again",
      prepare: { try damage("\($0.alice.vault)/contacts", every: 4096) },
      run: { try $0.alice.run(["encrypt", "bob"], input: "x\n") }),
    Mistake(
      "a vault that was copied, and nobody to ask", 64,
      error: "vernam needs a terminal to ask whether anything was sent from another copy",
      hint:
        "add --moved if this is the only copy left, and nothing was sent, here or elsewhere, after "
        + "it was made; if not, or if you are not sure, add --yes: you can then still read, but never "
        + "send on these pads again",
      prepare: { try $0.copyState() }, run: { try $0.alice.run(["adopt", "-q"]) }),
    Mistake(
      "a contact book that is damaged, and nobody to ask", 64,
      error:
        "vernam needs a terminal to ask whether to make a new contact book and stop sending on every pad",
      hint: "add --yes to answer yes",
      prepare: { try damage("\($0.alice.vault)/contacts", every: 4096) },
      run: { try $0.alice.run(["adopt", "-q"]) }),
  ]
}

/// Makes the first copy of a header claim the next version.
private func makeNewer(_ path: String) throws {
  var page = Array(try readFile(path).prefix(4096))
  page[9] = 2
  let text = Array(page[..<4064])
  page.replaceSubrange(4064..., with: SHA256.hash(text.span))
  try Disk().open(path, writable: true).write(page.span, at: 0)
}

extension TwoEnds {
  /// Replaces a file with a symbolic link to it.
  func moveAway(_ path: String) throws {
    try #require(rename(path, "\(directory)/away") == 0)
    try #require(symlink("\(directory)/away", path) == 0)
  }

  /// Replaces alice's state with a copy.
  func copyState() throws { try copy("\(alice.pad())/state") }

  /// Replaces a file with a copy.
  func copy(_ path: String) throws {
    let bytes = try readFile(path)
    try #require(rename(path, "\(directory)/original") == 0)
    try writeFile(path, bytes)
  }
}
