import Codec
import Pad
import System

@testable import Vault

// Messages that wait in the outbox until the other end confirms them.
extension Session {
  /// Sends a message to the outbox, from where it leaves at once.
  func post(_ text: String = "text") {
    let pad = cast.padID
    guard let start = nextToSend(of: [pad])[pad] else { return }
    stage.ledger.attempts += 1
    stage.hearSayings()
    stage.ledger.post = Ledger.Post(pad: pad, start: start)
    let isExpected = { [self] (error: VaultError) -> Bool in
      // Whatever the error, it tells the person that this message was not sent.
      stage.ledger.post = nil
      if case .sendingClosed(_, .vaultIsOlder) = error { stage.ledger.hearWitness() }
      return isRefusal(error) || isClosing(error, pad)
    }
    attempt("post", expecting: isExpected) { () throws(VaultError) in
      let content = SecretSource(SecretBytes(copying: Array(text.utf8).span))
      let sent = try vault().send(.text, content, to: vault().contact(name(of: pad)), in: .outbox)
      // The sending is over: what another process does from now on came later.
      let beforeCall = stage.machine.beforeCall
      stage.machine.beforeCall = nil
      let packet = try packet(sent.packet)
      stage.machine.beforeCall = beforeCall
      if disk.isDown { return }
      stage.ledger.keep(packet, cast)
      expectGone(of: pad)
    }
  }

  /// Lets everything leave that is in the outbox, and then has it confirmed if `isConfirmed`.
  func sendOutbox(isConfirmed: Bool = false) {
    guard holdsPad else { return }
    attempt("send the outbox", expecting: isRefusal) { () throws(VaultError) in
      let vault = try vault()
      let contact = try vault.contact(name())
      var packets: [(entry: OutboxEntry, bytes: [UInt8])] = []
      for entry in try vault.outbox(of: contact) {
        if let source = try vault.packet(entry) { packets.append((entry, try packet(source))) }
      }
      if disk.isDown { return }
      stage.hearSayings()
      let bytes = packets.map(\.bytes)
      if !isDisturbed { stage.ledger.expectDecided(nextToSend(of: [cast.padID]), bytes, cast) }
      stage.ledger.releaseAgain(bytes, cast)
      guard isConfirmed else { return }
      for packet in packets {
        stage.ledger.confirm(packet.bytes)
        try vault.drop(packet.entry)
      }
    }
  }

  private func packet(_ source: any ByteSource) throws(VaultError) -> [UInt8] {
    do throws(SystemError) { return try source.bytes(0..<source.count) } catch {
      throw .system(error)
    }
  }
}
