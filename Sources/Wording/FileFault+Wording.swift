package import Vault

extension FileFault {
  package var what: String {
    switch self {
    case .notADirectory: "is not a folder, or is a link to one"
    case .notARegularFile: "is not an ordinary file"
    case .ofAnotherUser: "belongs to another user"
    case .openToOthers, .directoryOpenToOthers: "can be opened by other users"
    case .hasOtherNames: "has a second name (a hard link)"
    case .missing: "is missing"
    case .inaccessible: "cannot be opened"
    }
  }

  /// - Parameter path: as it is typed in a shell.
  package func hint(_ path: String) -> String {
    switch self {
    case .missing: "the vault is damaged: meet and pair again with --vault NEWFOLDER"
    case .openToOthers: "run \"chmod go-rwx \(path)\""
    case .directoryOpenToOthers: "run \"chmod -R go-rwx \(path)\""
    case .ofAnotherUser: "run vernam as its owner, or \"sudo chown $USER \(path)\""
    case .hasOtherNames:
      "find its other name with \"sudo find / -samefile \(path)\", and delete the one outside the vault: vernam "
        + "cannot tell it from a copy of the vault"
    case .notADirectory:
      "if it is a link, name the real folder with --vault; if not, move it away, and put the original back"
    case .notARegularFile, .inaccessible: "move it away, and put the original back"
    }
  }
}
