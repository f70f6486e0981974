internal import Codec
internal import Pad
internal import System

/// Where a packet is put while it is made; ciphertext, so it may stand there as it is.
enum PacketPlacing {
  case memory(MemoryBytes)
  /// The file that is to hold it.
  case file(any StoredFile, count: Int)
  /// One that is read again soon.
  case spool(any StoredFile, count: Int)

  func write(_ bytes: Span<UInt8>, at offset: Int) throws(SystemError) {
    switch self {
    case .memory(let memory): memory.write(bytes, at: offset)
    case .file(let file, _): try file.writeNext(bytes, at: offset)
    case .spool(let file, _): try file.write(bytes, at: offset)
    }
  }

  var source: any ByteSource {
    switch self {
    case .memory(let memory): memory
    case .file(let file, let count), .spool(let file, let count): FileBytes(file, count: count)
    }
  }
}

extension Vault {
  /// A place for a packet of `count` bytes: the file that is to hold it, or memory, or the spool.
  func placing(_ count: Int, in file: (any StoredFile)?) throws(VaultError) -> PacketPlacing {
    if let file { return .file(file, count: count) }
    if count <= environment.memoryBytes {
      return .memory(MemoryBytes([UInt8](repeating: 0, count: count)))
    }
    try checkSpool(count)
    return .spool(try spoolFile(), count: count)
  }
}
