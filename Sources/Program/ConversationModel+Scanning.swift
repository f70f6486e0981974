internal import QR

// Messages that the other person shows as QR codes.
extension ConversationModel {
  /// Looks for the codes of a message with the camera, and reads it.
  package func startScan() {
    guard isOpen, scan == nil else { return }
    let scan = Scan()
    self.scan = scan
    report()
    scan.begin(environment) { [weak self] in
      self?.report()
    } then: { [weak self] result in
      guard let self, !isClosed else { return }
      stopScan()
      switch result {
      case .success(let text): paste(text)
      case .failure(let error): fail(error)
      }
    }
  }

  package func stopScan() {
    scan?.stop()
    scan = nil
    report()
  }
}
