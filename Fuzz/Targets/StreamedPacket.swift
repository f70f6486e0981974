package import Codec
internal import Pad
internal import System
internal import TestSupport

@testable internal import Vault

/// Seals and opens packets as the program does, piece by piece, but from and to plain bytes.
package struct StreamedPacket {
  /// The outcome of opening a packet.
  package struct Opening {
    /// Nil if the packet is not authentic, or malformed.
    package fileprivate(set) var answer: BodyHead?
    package fileprivate(set) var isMalformed = false
    /// The recipient was given this first, with the number of content bytes.
    package fileprivate(set) var begun: BodyHead?
    package fileprivate(set) var contentBytes: Int?
    /// Then these.
    package fileprivate(set) var pieces: [[UInt8]] = []

    package var content: [UInt8] { Array(pieces.joined()) }

    /// The recipient was given nothing.
    package var isSilent: Bool { begun == nil && contentBytes == nil && pieces.isEmpty }

    /// The packet is not authentic, and the recipient was given nothing.
    package var isRefused: Bool { answer == nil && !isMalformed && isSilent }
  }

  private let slice: [UInt8]
  private let position: PacketPosition
  private let pieceBytes: Int

  package init(slice: [UInt8], at position: PacketPosition, pieceBytes: Int) {
    self.slice = slice
    self.position = position
    self.pieceBytes = pieceBytes
  }

  package func seal(
    _ head: BodyHead, _ content: [UInt8], headerKey: [UInt8]
  ) throws -> [UInt8] {
    let body = BodyEncoder(head, MemoryBytes(content))
    let packet = MemoryBytes([UInt8](repeating: 0, count: body.count + Packet.overheadBytes))
    try PadSlice(MemorySlice(slice)).seal(
      body, at: position, headerKey: SecretBytes(copying: headerKey.span),
      pieceBytes: pieceBytes, into: .memory(packet))
    return packet.bytes
  }

  package func open(_ packet: [UInt8]) throws -> Opening {
    var opening = Opening()
    guard let input = try PacketInput(MemoryBytes(packet)) else { return opening }
    do throws(VaultError) {
      opening.answer = try PadSlice(MemorySlice(slice)).open(
        input, from: "", at: position, pieceBytes: pieceBytes,
        begin: { head, count in
          opening.begun = head
          opening.contentBytes = count
        },
        take: { piece in opening.pieces.append(piece.publicCopy) })
    } catch {
      guard case .malformedBody = error else { throw error }
      opening.isMalformed = true
    }
    return opening
  }
}
