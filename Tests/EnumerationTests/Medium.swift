import System

/// A simulated file system: files and names, each with what is durable and what is not yet. A
/// value: a copy is a snapshot that shares its bytes.
struct Medium {
  enum Node: Equatable {
    case file(Int)
    case directory(Int)

    var inode: Int {
      switch self {
      case .file(let inode), .directory(let inode): inode
      }
    }
  }

  /// A change of names that no sync of its directory has made durable yet.
  enum NameChange {
    case add(String, Node)
    case remove(String)
    case rename(String, String)

    func apply(to names: inout [String: Node]) {
      switch self {
      case .add(let path, let node): names[path] = node
      case .remove(let path): names[path] = nil
      case .rename(let path, let newPath): names[newPath] = names.removeValue(forKey: path)
      }
    }

    func touches(_ directory: String) -> Bool {
      switch self {
      case .add(let path, _), .remove(let path): parentDirectory(of: path) == directory
      case .rename(let path, let newPath):
        parentDirectory(of: path) == directory || parentDirectory(of: newPath) == directory
      }
    }
  }

  /// By inode. A removed file stays, as its blocks do on a disk.
  private(set) var files: [Int: FileContents] = [:]
  /// As the running system sees them.
  private(set) var names: [String: Node] = ["/": .directory(1)]
  private(set) var durableNames: [String: Node] = ["/": .directory(1)]
  /// In order; a power cut keeps the first few of them, as a journal does.
  private(set) var changes: [NameChange] = []
  /// Files whose names a power cut undid: nobody can find them any more.
  private(set) var lost: Set<Int> = []
  /// Grows with every change.
  private(set) var version = 0
  private var nextInode = 2

  // MARK: Names

  mutating func add(_ path: String, isDirectory: Bool) -> Int {
    let inode = nextInode
    nextInode += 1
    if !isDirectory { files[inode] = FileContents() }
    change(.add(path, isDirectory ? .directory(inode) : .file(inode)))
    return inode
  }

  mutating func change(_ change: NameChange) {
    change.apply(to: &names)
    changes.append(change)
    version += 1
  }

  mutating func syncDirectory(_ path: String) {
    guard let last = changes.lastIndex(where: { $0.touches(path) }) else { return }
    for change in changes[...last] { change.apply(to: &durableNames) }
    changes.removeSubrange(...last)
    version += 1
  }

  func children(of directory: String) -> [String] {
    names.keys.filter { $0 != "/" && parentDirectory(of: $0) == directory }
      .map { String($0.dropFirst(directory.count + 1)) }.sorted()
  }

  // MARK: Files

  func contents(at path: String) -> FileContents? { names[path].flatMap { files[$0.inode] } }

  mutating func changeFile(_ inode: Int, _ body: (inout FileContents) -> Void) {
    body(&files[inode]!)
    version += 1
  }

  /// Replaces the bytes of a file, as a rotting medium or a person who copies does.
  mutating func replaceDurably(_ path: String, _ bytes: [UInt8]) {
    changeFile(names[path]!.inode) {
      $0.write(bytes, at: 0)
      $0.sync()
    }
  }

  mutating func syncAll() {
    for inode in files.keys { files[inode]!.sync() }
    durableNames = names
    changes = []
  }

  /// The medium that a power cut leaves.
  func cut(_ choice: PowerCut) -> Medium {
    var medium = self
    for change in changes.prefix(choice.names) { change.apply(to: &medium.durableNames) }
    medium.names = medium.durableNames
    medium.changes = []
    for inode in files.keys where !files[inode]!.isSettled || !files[inode]!.onlyCached.isEmpty {
      medium.files[inode]!.cut(keepsSize: choice.keepsSize(inode)) { sector, _ in
        choice.versions(inode, sector)
      }
    }
    let standing = Set(medium.names.values.map(\.inode))
    medium.lost.formUnion(names.values.map(\.inode).filter { !standing.contains($0) })
    medium.version += 1
    return medium
  }
}
