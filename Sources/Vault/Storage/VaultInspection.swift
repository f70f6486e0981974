package import System

/// What can be seen of a vault without its passphrase, and without changing anything.
package struct VaultInspection: Sendable {
  /// A file that is not what the vault made.
  package struct Fault: Equatable, Sendable {
    package let path: String
    /// What is wrong with it: "can be opened by other users".
    package let why: String

    package init(path: String, why: String) {
      self.path = path
      self.why = why
    }
  }

  package var faults: [Fault] = []
  /// Files of pads whose old bytes stay on the medium when they are overwritten.
  package var copiedOnWrite: [String] = []
  /// Whether backup programs are told to leave the directory out.
  package var hasCacheTag = true
  /// Whether the file system records when a file was made.
  package var hasBirth = true
  package var isReadOnly = false

  package init() {}

  /// Looks at the vault in `directory`.
  package init(of directory: String, storage: any Storage) {
    let layout = VaultLayout(directory: directory)
    // A pad without a state is one in the making, or an aborted one.
    let pads = ((try? storage.list(layout.pads)) ?? []).sorted().compactMap(
      PadID.init(hexadecimal:)
    )
    .filter { (try? storage.attributes(at: layout.state($0))) != nil }
    let files =
      [layout.header, layout.contacts, layout.gone]
      + pads.flatMap { [layout.chunks($0), layout.state($0)] }
    let directories = [directory, layout.pads, layout.spool] + pads.map(layout.pad)
    for path in directories { look(at: path, is: .directory, storage) }
    for path in files { look(at: path, is: .regular, storage) }
    for pad in pads {
      for path in [layout.chunks(pad), layout.state(pad)] where !isInPlace(path, storage) {
        copiedOnWrite.append(path)
      }
    }
    hasCacheTag = (try? storage.attributes(at: layout.cacheTag)) != nil
    hasBirth = (try? storage.attributes(at: layout.header))?.birth != nil
    isReadOnly = isReadOnly(layout.header, storage)
  }

  private mutating func look(
    at path: String, is kind: FileAttributes.Kind, _ storage: any Storage
  ) {
    do throws(VaultError) {
      let found = try system { () throws(SystemError) in try storage.attributes(at: path) }
      if found == nil { return faults.append(Fault(path: path, why: "is missing")) }
      try VaultFile.check(path, is: kind, in: storage)
    } catch {
      guard case .unsafeFile(_, let why) = error else {
        return faults.append(Fault(path: path, why: "cannot be looked at"))
      }
      faults.append(Fault(path: path, why: why))
    }
  }

  /// What cannot be opened is a fault of another kind.
  private func isInPlace(_ path: String, _ storage: any Storage) -> Bool {
    (try? storage.open(path, writable: false))?.overwritesInPlace ?? true
  }

  private func isReadOnly(_ path: String, _ storage: any Storage) -> Bool {
    do throws(SystemError) {
      _ = try storage.open(path, writable: true)
      return false
    } catch { return error.code == SystemError.readOnly }
  }
}
