internal import QR

// Messages that the other person shows as QR codes.
extension ConversationModel {
  /// Looks for the codes of a message with the camera, and reads it.
  func startScan() {
    guard isOpen, scan == nil else { return }
    let scan = Scan()
    self.scan = scan
    report()
    scan.begin(environment, after: scannedPackets) { [weak self] in
      self?.report()
    } then: { [weak self] result in
      guard let self, !isClosed else { return }
      stopScan()
      switch result {
      case .success(let codes):
        if let packet = codes.packet { scannedPackets.append(packet) }
        paste(codes.text)
      case .failure(let error): fail(error)
      }
    }
  }

  /// Shows the conversation again.
  package func uncover() {
    if codes != nil { hideCodes() }
    if scan != nil { stopScan() }
  }

  package func stopScan() {
    scan?.stop()
    scan = nil
    report()
  }
}
