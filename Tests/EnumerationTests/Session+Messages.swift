import Codec
import Pad
import System
import TestSupport

@testable import Vault

// What a person does with messages.
extension Session {
  /// Sends a message and releases the packet. `pad`: one of the recipient's pads.
  @discardableResult
  func send(_ text: String = "text", to pad: PadID? = nil) -> [UInt8]? {
    stage.ledger.attempts += 1
    let pad = pad ?? cast.padID
    var released: [UInt8]?
    let isExpected = { [self] (error: VaultError) -> Bool in
      // By the time of this error, everything is closed, durably.
      if case .sendingClosed(_, .vaultIsOlder) = error { stage.ledger.hearWitness() }
      return isRefusal(error) || isClosing(error, pad)
    }
    attempt("send", expecting: isExpected) { () throws(VaultError) in
      let packet = try packet(text, to: name(of: pad))
      if disk.isDown { return }
      stage.ledger.release(packet, cast)
      released = packet
      expectGone(of: cast.read(packet)?.pad)
    }
    return released
  }

  /// Whether the ledger explains why nothing can be sent to the person who has this pad.
  func isClosing(_ error: VaultError, _ pad: PadID) -> Bool {
    guard case .sendingClosed = error, let person = stage.ledger.person(of: pad) else {
      return false
    }
    let pads = stage.ledger.people[person].pads.filter {
      stage.ledger.standing(of: $0, cast).isCertain
    }
    return pads.allSatisfy { stage.ledger.mayBeClosed.contains($0) }
  }

  /// Encrypts a text without telling the ledger.
  func packet(_ text: String, to name: String) throws(VaultError) -> [UInt8] {
    let content = SecretSource(SecretBytes(copying: Array(text.utf8).span))
    let sent = try vault().send(.text, content, to: vault().contact(name))
    do throws(SystemError) { return try sent.packet.bytes(0..<sent.packet.count) } catch {
      throw .system(error)
    }
  }

  /// Receives a message from the other end; `delivering` runs while its text is delivered.
  func receive(_ number: Int, delivering: () -> Void = {}) {
    let message = cast.messages[number]
    let known = stage.ledger.delivered.contains(number)
    let (disk, stage) = (disk, stage)
    let isExpected = { (error: VaultError) -> Bool in
      if known && error.isRepetition {
        stage.ledger.consumed.insert(number)
        return true
      }
      if case .moved = error { return stage.ledger.isMoved }
      return false
    }
    attempt("receive \(number)", expecting: isExpected) { () throws(VaultError) in
      let receipt = try vault().receive(message.packet) { _, body in
        if disk.isDown { return }
        let text = body.withContent { String(decoding: $0.publicCopy, as: UTF8.self) }
        stage.ledger.expect(text == message.text, "3: message \(number) says something else")
        stage.ledger.expect(
          !stage.ledger.consumed.contains(number), "4: message \(number) is delivered once more")
        stage.ledger.delivered.insert(number)
        delivering()
      }
      if disk.isDown { return }
      stage.ledger.consumed.insert(number)
      expect(receipt, of: message)
      // A pad that shows that the vault is older is compared before anything is read on it.
      if stage.ledger.witness == cast.padID { stage.ledger.hearWitness() }
      expectGone(of: cast.padID)
    }
  }

  private func expect(_ receipt: ReadReport, of message: Cast.Message) {
    if isDisturbed { return }
    stage.ledger.expect(
      receipt.number == message.number,
      "4: message \(message.number) has the number \(receipt.number.map(String.init) ?? "none")")
    stage.ledger.expectMissing(receipt.missing, cast)
  }

  /// Reads, on the other pad, that the other end has seen chunks that were never sent: this closes
  /// everything that is shared with that peer.
  func receiveWitness() {
    let person = stage.ledger.person(of: cast.otherPad.id)!
    stage.ledger.mayClose(stage.ledger.people[person].pads)
    let (disk, stage, cast) = (disk, stage, cast)
    attempt("receive a witness", expecting: \.isRepetition) { () throws(VaultError) in
      _ = try vault().receive(cast.witness.packet) { _, _ in
        if disk.isDown { return }
        // From the delivery on, the closing has to hold.
        stage.ledger.witnessDelivered = true
        let person = stage.ledger.person(of: cast.otherPad.id)!
        let pads = stage.ledger.people[person].pads
        stage.ledger.hear(nextToSend(of: pads))
      }
      if !disk.isDown { stage.ledger.witnessConsumed = true }
    }
  }

  /// As a process that looks now sees it; only pads that are there.
  func nextToSend(of pads: [PadID]) -> [PadID: Int] {
    var next: [PadID: Int] = [:]
    guard let vault = try? vault() else { return next }
    for pad in pads where stage.ledger.standing(of: pad, cast).isCertain {
      guard let file = stage.machine.medium.contents(at: paths.state(pad)),
        let opened = SlotReader.state(of: pad, in: vault).newest(file.cached),
        let state = StateText(opened.text)
      else { continue }
      next[pad] = state.nextToSend
    }
    return next
  }

  /// Gives the vault a packet that it has to refuse without touching the medium.
  func receiveRefused(
    _ packet: [UInt8], _ what: String, _ isExpected: (VaultError) -> Bool
  ) {
    let before = stage.machine.medium.version
    let refused = !attempt(what, expecting: isExpected) { () throws(VaultError) in
      _ = try vault().receive(packet) { _, _ in }
    }
    if isDisturbed { return }
    stage.ledger.expect(refused, "3: \(what) was taken")
    stage.ledger.expect(stage.machine.medium.version == before, "3: \(what) cost something")
  }

  /// Gives up on messages that have not arrived.
  func skip() {
    let certain = before(stage.ledger.consumed)
    stage.ledger.mayBeSkipped = true
    stage.ledger.delivered.formUnion(before(stage.ledger.delivered))
    let isDone = attempt("skip") { () throws(VaultError) in _ = try vault().skip(name()) }
    guard isDone else { return }
    stage.ledger.consumed.formUnion(certain)
    expectGone(of: cast.padID)
  }

  /// All messages up to the last of these.
  private func before(_ messages: Set<Int>) -> Range<Int> { 0..<(messages.max() ?? -1) + 1 }
}
