internal import Pad
internal import System

/// The steps of making a vault's directory.
struct VaultCreation {
  let layout: VaultLayout
  let storage: any Storage
  let id: VaultID

  func run(page: [UInt8]) throws(SystemError) {
    try storage.makeDirectories(layout.directory)
    for directory in [layout.pads, layout.spool]
    where try storage.attributes(at: directory) == nil {
      try storage.createDirectory(directory)
    }
    try makeFile(layout.cacheTag, Array(VaultLayout.cacheTagText.utf8))
    try makeFile(layout.gone, GoneList.empty(of: id))
    let new = layout.header + ".new"
    try makeFile(new, page + page)
    try storage.rename(new, to: layout.header)
    try storage.syncDirectory(layout.directory)
    try storage.syncDirectory(parentDirectory(of: layout.directory))
  }

  /// Makes a file anew; what a creation that was cut short left behind goes first.
  private func makeFile(_ path: String, _ bytes: [UInt8]) throws(SystemError) {
    if try storage.attributes(at: path) != nil { try storage.remove(path) }
    let file = try storage.create(path)
    try file.write(bytes.span, at: 0)
    try file.sync()
  }
}
