internal import Codec
internal import Exchange
internal import QR
internal import System
internal import Vault

// Messages as QR codes, which the other person scans from this screen.
extension ConversationModel {
  /// Shows messages that have not arrived as codes.
  package func showCodes(_ numbers: ClosedRange<Int>) {
    guard let conversation else { return }
    worker.run {
      let encoder = try QREncoder()
      var codes: [QRCode] = []
      for number in numbers {
        guard let packet = try conversation.packet(number) else { continue }
        let layout = try ConversationModel.layout(packet.count)
        let armor = try PacketArmor(packet, layout)
        for part in layout.parts {
          codes.append(encoder.code(ArmorLine.line(try armor.text(of: part))))
        }
      }
      if codes.isEmpty { throw ConversationModel.gone }
      return codes
    } then: { [weak self] result in
      guard let self, !isClosed else { return }
      switch result {
      case .success(let codes):
        (self.codes, codedNumbers) = (codes, numbers)
        hideArrivedCodes()
        report()
      case .failure(let error): fail(error)
      }
    }
  }

  /// Nobody has to scan what has arrived.
  func hideArrivedCodes() {
    guard codes != nil, let codedNumbers else { return }
    if ![.waiting, .sent].contains(delivery(of: codedNumbers)) { codes = nil }
  }

  package func hideCodes() {
    codes = nil
    report()
  }

  nonisolated private static func layout(_ count: Int) throws(QRError) -> ArmorLayout {
    do throws(ArmorError) {
      return try ArmorLayout(
        count, maximumCharacters: QRCode.capacities[QRCode.capacities.count - 1],
        blockCharacters: ArmorLine.blockCharacters)
    } catch { throw .tooManyCodes }
  }
}
