internal import Codec
internal import Pad
internal import System

/// Where a packet is written as it is made. It is ciphertext, so it needs no further protection.
enum PacketDestination {
  case memory(MemoryBytes)
  /// The packet's own file.
  case file(any StoredFile, count: Int)
  /// A file that is read again soon.
  case spool(any StoredFile, count: Int)
  /// A file of the outbox, which is kept until the other end confirms the packet.
  case outbox(any StoredFile, count: Int)

  func write(_ bytes: Span<UInt8>, at offset: Int) throws(SystemError) {
    switch self {
    case .memory(let memory): memory.write(bytes, at: offset)
    case .file(let file, _): try file.writeNext(bytes, at: offset)
    case .spool(let file, _), .outbox(let file, _): try file.write(bytes, at: offset)
    }
  }

  var source: any ByteSource {
    switch self {
    case .memory(let memory): memory
    case .file(let file, let count), .spool(let file, let count), .outbox(let file, let count):
      FileBytes(file, count: count)
    }
  }
}

extension Vault {
  /// Memory for a packet of `count` bytes, or the spool.
  func destination(_ count: Int) throws(VaultError) -> PacketDestination {
    if count <= environment.memoryBytes {
      return .memory(MemoryBytes([UInt8](repeating: 0, count: count)))
    }
    let file = try spoolFile()
    try checkSpool(count)
    return .spool(file, count: count)
  }
}
