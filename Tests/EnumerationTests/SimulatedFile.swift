import Glibc
import Pad
import System
import TestSupport

/// One open file of a simulated disk.
final class SimulatedFile: StoredFile, @unchecked Sendable {
  let path: String
  private let inode: Int
  private let disk: SimulatedDisk
  private let handle: Int
  private let kind: FileKind
  private let isNew: Bool
  /// The slot that was written last through this handle, if the file has slots.
  private var lastSlot: Int?

  init(_ path: String, _ inode: Int, _ disk: SimulatedDisk, isNew: Bool) {
    self.path = path
    self.inode = inode
    self.disk = disk
    self.isNew = isNew
    kind = FileKind(path)
    handle = disk.machine.makeHandle()
    disk.didOpen(path, inode)
  }

  deinit {
    disk.didClose(path)
    disk.machine.unlock(inode, handle: handle)
  }

  private var contents: FileContents { disk.machine.medium.files[inode]! }

  let fileSystem = FileSystem.inPlace
  let overwritesInPlace = true
  func disableCopyOnWrite() {}

  func attributes() throws(SystemError) -> FileAttributes {
    try disk.call(path)
    return disk.attributes(of: .file(inode))
  }

  func read(into bytes: inout MutableSpan<UInt8>, at offset: Int) throws(SystemError) {
    try disk.call(path)
    let count = bytes.count
    let all = contents.cached
    guard offset + count <= all.count else { throw SystemError("read", path, code: EIO) }
    bytes.withUnsafeMutableBytes { target in
      all.withUnsafeBytes { _ = memcpy(target.baseAddress!, $0.baseAddress! + offset, count) }
    }
  }

  func readPastCache(count: Int, at offset: Int) throws(SystemError) -> [UInt8] {
    try disk.call(path)
    let isCached = disk.machine.leavesOut(Omission.ofReadPastCache(kind))
    let all = isCached ? contents.cached : contents.pastCache
    guard offset + count <= all.count else { throw SystemError("read", path, code: EIO) }
    return offset == 0 ? all.resized(count) : Array(all[offset..<offset + count])
  }

  func dropCache() {
    guard (try? disk.call(path)) != nil else { return }
    disk.machine.medium.changeFile(inode) { $0.dropCache() }
  }

  func write(_ bytes: Span<UInt8>, at offset: Int) throws(SystemError) {
    try disk.call(path)
    let bytes = bytes.withUnsafeBufferPointer { Array($0) }
    if bytes.isEmpty { return }
    lastSlot = slot(at: offset)
    if disk.machine.leavesOut(Omission.ofWrite(kind, isNew: isNew, slot: lastSlot)) { return }
    let step = Step.write(inode: inode, bytes: bytes, offset: offset)
    disk.machine.beforeStep?(step)
    guard try disk.meets(step, path) else {
      return disk.machine.medium.changeFile(inode) { $0.write(bytes, at: offset) }
    }
    if disk.fault!.kind == .shortWrite { writePart(of: bytes, at: offset) }
    throw SystemError("write", path, code: disk.fault!.code)
  }

  private func slot(at offset: Int) -> Int? {
    kind.hasSlots ? (offset > 0 && offset >= contents.size / 2 ? 1 : 0) : nil
  }

  private func writePart(of bytes: [UInt8], at offset: Int) {
    let sectors = disk.fault!.random.number(in: 0...bytes.count / FileContents.sectorBytes)
    let part = Array(bytes.prefix(sectors * FileContents.sectorBytes))
    disk.machine.medium.changeFile(inode) { $0.write(part, at: offset) }
  }

  func syncData() throws(SystemError) { try sync() }

  func sync() throws(SystemError) {
    try disk.call(path)
    if disk.machine.leavesOut(Omission.ofSync(kind, isNew: isNew, slot: lastSlot)) { return }
    disk.machine.beforeStep?(.sync)
    if try disk.meets(.sync, path) {
      let random = disk.fault!.random
      disk.machine.medium.changeFile(inode) { $0.failSync { _ in random.next() & 1 == 0 } }
      throw SystemError("fdatasync", path, code: disk.fault!.code)
    }
    if !contents.isSettled { disk.machine.medium.changeFile(inode) { $0.sync() } }
  }

  func tryLock(_ kind: LockKind) throws(SystemError) -> Bool {
    try disk.call(path)
    if disk.machine.leavesOut(Omission.ofLock(self.kind)) { return true }
    return disk.machine.lock(inode, handle: handle, kind)
  }
}
