package import System

/// What can be seen of a vault without its passphrase, and without changing it.
package struct VaultInspection: Sendable {
  /// Files that are not as the vault made them, each as `unsafeFile`.
  package var faults: [VaultError] = []
  /// Pad files whose old bytes stay on the medium when they are overwritten.
  package var copiedOnWrite: [String] = []
  /// Whether backup programs are told to leave the directory out.
  package var hasCacheTag = true
  /// Whether the file system records when a file was made.
  package var hasBirth = true
  package var isReadOnly = false
}

extension VaultInspection {
  /// Looks at the vault in `directory`.
  package init(of directory: String, storage: any Storage) {
    let layout = VaultLayout(directory: directory)
    // A pad without a state is in the making, or aborted.
    let pads = ((try? storage.list(layout.pads)) ?? []).sorted()
      .compactMap(PadID.init(hexadecimal:))
      .filter { (try? storage.attributes(at: layout.state($0))) != nil }
    let padFiles = pads.flatMap { [layout.chunks($0), layout.state($0)] }
    // The spool is made again when needed: programs that copy leave out empty directories.
    for path in [directory, layout.pads] + pads.map(layout.pad) {
      look(at: path, is: .directory, storage)
    }
    for path in [layout.header, layout.contacts, layout.gone] + padFiles {
      look(at: path, is: .regular, storage)
    }
    // A file that cannot be opened is a fault of another kind.
    copiedOnWrite = padFiles.filter {
      (try? storage.open($0, writable: false))?.overwritesInPlace == false
    }
    hasCacheTag = (try? storage.attributes(at: layout.cacheTag)) != nil
    hasBirth = (try? storage.attributes(at: layout.header))?.birth != nil
    do throws(SystemError) { _ = try storage.open(layout.header, writable: true) } catch {
      isReadOnly = error.code == SystemError.readOnly
    }
  }

  private mutating func look(
    at path: String, is kind: FileAttributes.Kind, _ storage: any Storage
  ) {
    do throws(VaultError) {
      if try system(storage.attributes(at: path)) == nil {
        throw .unsafeFile(path: path, .missing)
      }
      try VaultFile.check(path, is: kind, in: storage)
    } catch {
      if case .unsafeFile = error { return faults.append(error) }
      faults.append(.unsafeFile(path: path, .inaccessible))
    }
  }
}
