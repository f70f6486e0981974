internal import Pad
internal import Pairing
internal import System
internal import Vault

/// The outcome of the pairing.
extension PairingTerminal {
  /// Throws, with or without `--quiet`, if nobody here can know whether the other end has the pad.
  func done(_ result: PairingResult, name: String, contact: Contact) throws {
    if !result.isConfirmed, way.isByNetwork {
      throw Failure(
        "the connection ended before \(name) confirmed the pad",
        hint: "if the other screen says done, you can write once you have read \(name)'s first "
          + "message; if not, run \"vernam forget \(result.padID.hexadecimal.prefix(8))\" and pair again",
        code: .temporary)
    }
    if case .remains(let error) = result.carriedFile {
      StandardError.warning("the carried file is still there (\(error)): destroy it")
    }
    let made = contact.pads.first { $0.id == result.padID }
    guard !context.isQuiet, let pad = made else { return }
    let size = ByteCount(result.shape.size)
    StandardError.line("done: you share a pad of \(size) with \(name)")
    StandardError.line("  it is \(pad.provenance.grade): \(pad.provenance.weakestLink)")
    if let file = way.carry {
      let sealed = way.isSealed ? "sealed under your passphrase" : "not encrypted"
      StandardError.line(
        "  \(file) is \(sealed): carry it to \(name) yourself, and let nobody copy it")
      StandardError.line("  there: \"vernam pair NAME --from FILE\"")
    }
    if !result.isConfirmed {
      StandardError.line(
        "  you can write with it once \(name)'s first message has been decrypted here")
    }
    tellOfFile(result.carriedFile)
  }

  private func tellOfFile(_ file: PairingResult.CarriedFileFate?) {
    switch file {
    case nil, .remains: return
    case .removed(inPlace: true):
      StandardError.line("  the carried file was overwritten and removed")
    case .removed(inPlace: false):
      StandardError.line(
        "  the carried file was removed; its medium may keep the old bytes: destroy it")
    }
  }
}
