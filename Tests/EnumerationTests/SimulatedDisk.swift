import Glibc
import System

/// The disk of a simulated machine as one process sees it.
final class SimulatedDisk: Storage, @unchecked Sendable {
  let machine: SimulatedMachine
  var fault: Fault?
  /// The process has ended: nothing it calls has an effect any more.
  private(set) var isDown = false
  private(set) var steps = 0
  /// By path, the inodes of the states that are open here.
  private var openStates: [String: [Int]] = [:]

  init(_ machine: SimulatedMachine) { self.machine = machine }

  // MARK: Files

  func open(_ path: String, writable: Bool) throws(SystemError) -> any StoredFile {
    try call(path)
    return SimulatedFile(path, try inode(path), self, isNew: false)
  }

  func create(_ path: String) throws(SystemError) -> any StoredFile {
    try call(path)
    if machine.medium.names[path] != nil { throw SystemError("open", path, code: EEXIST) }
    _ = try inode(parentDirectory(of: path))
    try step(.name, path)
    let inode = machine.medium.add(path, isDirectory: false)
    return SimulatedFile(path, inode, self, isNew: true)
  }

  func remove(_ path: String) throws(SystemError) {
    try call(path)
    _ = try inode(path)
    try step(.name, path)
    machine.medium.change(.remove(path))
  }

  func rename(_ path: String, to newPath: String) throws(SystemError) {
    try call(path)
    _ = try inode(path)
    try step(.name, path)
    machine.medium.change(.rename(path, newPath))
  }

  // MARK: Directories

  func createDirectory(_ path: String) throws(SystemError) {
    try call(path)
    if machine.medium.names[path] != nil { throw SystemError("mkdir", path, code: EEXIST) }
    _ = try inode(parentDirectory(of: path))
    try step(.name, path)
    _ = machine.medium.add(path, isDirectory: true)
  }

  func removeDirectory(_ path: String) throws(SystemError) {
    try call(path)
    _ = try inode(path)
    guard machine.medium.children(of: path).isEmpty else {
      throw SystemError("rmdir", path, code: ENOTEMPTY)
    }
    try step(.name, path)
    machine.medium.change(.remove(path))
  }

  func list(_ path: String) throws(SystemError) -> [String] {
    try call(path)
    _ = try inode(path)
    return machine.medium.children(of: path)
  }

  func syncDirectory(_ path: String) throws(SystemError) {
    try call(path)
    _ = try inode(path)
    if machine.leavesOut(Omission.ofDirectorySync(path)) { return }
    try step(.syncNames, path)
    machine.medium.syncDirectory(path)
  }

  // MARK: The rest

  func attributes(at path: String) throws(SystemError) -> FileAttributes? {
    try call(path)
    if let inode = openStates[path]?.last, machine.leavesOut(.comparison) {
      return attributes(of: .file(inode))
    }
    guard let node = machine.medium.names[path] else { return nil }
    return attributes(of: node)
  }

  func attributes(of node: Medium.Node) -> FileAttributes {
    let size = machine.medium.files[node.inode]?.size ?? 0
    var kind = FileAttributes.Kind.regular
    if case .directory = node { kind = .directory }
    return FileAttributes(
      device: 1, inode: UInt64(node.inode), size: size, kind: kind,
      permissions: kind == .directory ? 0o700 : 0o600, owner: Machine.user, links: 1,
      birth: FileAttributes.Birth(seconds: Int64(node.inode), nanoseconds: 0))
  }

  func pause(milliseconds: Int) {}
  func freeBytes(at path: String) -> Int { 1 << 40 }

  // MARK: Open files

  func didOpen(_ path: String, _ inode: Int) {
    if FileKind(path) == .state { openStates[path, default: []].append(inode) }
  }

  func didClose(_ path: String) {
    if FileKind(path) == .state { openStates[path]?.removeLast() }
  }

  // MARK: Stopping

  /// Another process may run here.
  func call(_ path: String) throws(SystemError) {
    machine.beforeCall?()
    if isDown { throw SystemError("killed", path, code: EINTR) }
  }

  /// The machine or the process may stop here.
  func step(_ step: Step, _ path: String) throws(SystemError) {
    machine.beforeStep?(step)
    if try meets(step, path) { throw SystemError("injected", path, code: fault!.code) }
  }

  /// Counts the step; returns whether the fault is due.
  func meets(_ step: Step, _ path: String) throws(SystemError) -> Bool {
    defer { steps += 1 }
    guard let fault, fault.step == steps, fault.kind.suits(step) else { return false }
    guard fault.kind == .kill else { return true }
    isDown = true
    throw SystemError("killed", path, code: EINTR)
  }

  private func inode(_ path: String) throws(SystemError) -> Int {
    guard let node = machine.medium.names[path] else {
      throw SystemError("open", path, code: ENOENT)
    }
    return node.inode
  }
}
