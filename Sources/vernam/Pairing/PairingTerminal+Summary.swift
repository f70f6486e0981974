internal import Pad
internal import Pairing
internal import System
internal import Vault
internal import Wording

/// The outcome of the pairing.
extension PairingTerminal {
  /// Throws, with or without `--quiet`, if nobody here can know whether the other end has the pad.
  func done(_ result: PairingResult, name: String, contact: Contact) throws {
    if !result.isConfirmed, way.isByNetwork {
      throw Failure(
        notConfirmed(by: name, result.lastFailure),
        hint:
          "if the other screen says that you share a pad, you can write once you have read \(name)'s first "
          + "message; if not, run \"vernam forget \(result.padID.hexadecimal.prefix(8))\" and pair again",
        code: .temporary)
    }
    if case .remains(let error) = result.carriedFile {
      StandardError.warning("the carried file is still there (\(error)): destroy it")
    }
    if result.isConfirmed { warnOfFailure(result, name) }
    let made = contact.pads.first { $0.id == result.padID }
    guard !context.isQuiet, let pad = made else { return }
    StandardError.line(
      "Done. You share \(ByteCount(result.shape.size)) with \(name): \(worth(pad))")
    context.say(verbosely: "  Messages are secret \(pad.provenance.secrecy)")
    if let file = way.carry {
      let sealed = way.isSealed ? "protected by its passphrase" : "not encrypted"
      StandardError.line(
        "  \(file) is \(sealed): carry it to \(name) yourself, and let nobody copy it")
      StandardError.line("  on \(name)'s computer, run \"vernam pair NAME --from FILE\"")
    }
    let older = (try? contact.price(contentBytes: 1).pad).flatMap { $0.id == pad.id ? nil : $0 }
    if !result.isConfirmed {
      let onIt = older == nil ? "" : " on this pad"
      StandardError.line(
        "  you can write\(onIt) once you have decrypted \(name)'s first message")
    }
    if way.from != nil {
      StandardError.line("  you write first: \(name) can write only after reading your message")
    }
    tellOfFile(result.carriedFile)
    if let older {
      StandardError.line(
        "  you write on your older pad until it is used up; if \(name) has lost it, run "
          + "\"vernam forget \(older.id.hexadecimal.prefix(8))\"")
    }
    // If it is closed already, the warning has said what to do.
    if result.isConfirmed, pad.closure == nil {
      let typed = ContactName.typed(name)
      StandardError.line("  Write:      vernam encrypt \(typed)")
      StandardError.line("  Read:       vernam decrypt")
      StandardError.line("  Talk live:  vernam chat \(typed)")
    }
  }

  /// This end has its pad, and whatever came after that was refused or is missing. If the connection
  /// was lost, that says nothing.
  private func warnOfFailure(_ result: PairingResult, _ name: String) {
    switch result.lastFailure {
    case nil, .link: return
    case let failure?:
      StandardError.warning("\(name) did not confirm the pad: \(failure.what)")
      StandardError.line(
        "hint: write to \(name) first; if \(name) cannot read it, run \"vernam forget "
          + "\(result.padID.hexadecimal.prefix(8))\" on both, and pair again")
    }
  }

  private func notConfirmed(by name: String, _ failure: PairingError?) -> String {
    switch failure {
    case nil, .link: "the connection ended before \(name) confirmed the pad"
    case let failure?: "\(name) did not confirm the pad: \(failure.what)"
    }
  }

  /// "about 32,000 messages or 12 photos each way".
  private func worth(_ pad: PadSummary) -> String {
    let cost = pad.cost(contentBytes: Contact.usualMessageBytes)
    let amounts = [pad.send, pad.receive].map {
      PadAmount(messages: $0.left / cost, bytes: $0.left).description
    }
    let (sent, received) = (amounts[0], amounts[1])
    if pad.closure != nil { return "\(received) to receive" }
    return sent == received ? "\(sent) each way" : "\(sent) to send, \(received) to receive"
  }

  private func tellOfFile(_ file: PairingResult.CarriedFileFate?) {
    switch file {
    case nil, .remains: return
    case .removed(inPlace: true):
      StandardError.line("  the carried file was overwritten and removed")
    case .removed(inPlace: false):
      StandardError.line(
        "  the carried file was removed, but the USB stick or disk may keep its bytes: destroy it")
    }
  }
}
