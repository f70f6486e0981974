internal import Exchange
internal import Link
internal import Pairing
internal import Synchronization
internal import Wording

/// What happens while two ends pair, as changes of a `Meeting`; and what the person typed.
final class PairingReporter: PairingScreen, MeetingScreen {
  typealias Change = @Sendable (inout Meeting) -> Void

  private let report: @Sendable (PairingReporter, @escaping Change) -> Void
  private let typed = Mutex<String?>(nil)
  private let code = Mutex("")
  private let rate = Mutex(TransferRate())
  private let offers = Mutex<(shown: [String], chosen: String?)>(([], nil))
  /// This computer's addresses, if people have to know them.
  private let addresses: [String]
  /// The same with the port, once this end waits there.
  private let places = Mutex<[String]>([])

  /// - Parameters:
  ///   - addresses: this computer's, if people have to know them.
  ///   - report: passes on what has changed, and by whom.
  init(
    at addresses: [String] = [],
    _ report: @escaping @Sendable (PairingReporter, @escaping Change) -> Void
  ) {
    (self.addresses, self.report) = (addresses, report)
  }

  private func change(_ change: @escaping Change) { report(self, change) }

  private func go(to step: Meeting.Step) { change { $0.step = step } }

  // MARK: What the person does

  /// Typed as the code on the other screen.
  func type(_ text: String) { typed.withLock { $0 = text } }

  /// The other screen does not show this computer's name.
  func refuse() { type("n") }

  func choose(_ name: String) { offers.withLock { $0.chosen = name } }

  // MARK: Finding each other

  func offering(_ name: String) { change { $0.ownName = name } }

  func follow(_ step: MeetingStep) {
    switch step {
    case .looking:
      offers.withLock { $0 = ([], nil) }
      let isOnNetwork = LocalAddresses.isOnNetwork
      change {
        $0.otherName = nil
        $0.step = .searching(
          isOnNetwork
            ? "One moment." : "This computer is not on a network: connect it to one.")
      }
    case .setAside(let name):
      offers.withLock { $0 = ([], nil) }
      change {
        $0.otherName = nil
        $0.step = .searching("\(name) does not answer, or has chosen another computer.")
      }
    case .nobodyYet:
      change {
        guard $0.otherName == nil, case .searching = $0.step else { return }
        $0.step = .searching(
          "Nobody found yet. Both of you have to be on the same network, and press "
            + "\"Look for their computer\".")
      }
    case .notOffered:
      go(
        to: .searching(
          "Other computers cannot see this one yet. If that does not change, restart this computer."
        )
      )
    case .appeared, .vanished, .lookingFor, .resolving, .resolved: break
    }
  }

  func met(_ name: String, weWait: Bool) {
    change {
      $0.otherName = name
      $0.step = .searching(
        weWait ? "Found \(name). Waiting for it to connect." : "Found \(name). Connecting.")
    }
  }

  func choose(among names: [String]) -> MeetingChoice {
    let (isNews, chosen) = offers.withLock { offers in
      defer { offers.shown = names }
      return (offers.shown != names, offers.chosen.flatMap { names.firstIndex(of: $0) })
    }
    if let chosen { return .offer(chosen) }
    if isNews {
      go(to: names.isEmpty ? .searching("Waiting for others to pair here.") : .choosing(names))
    }
    return .none
  }

  func held() {
    change {
      let own = $0.ownName.map { ", \($0)," } ?? ""
      $0.step = .searching("Waiting until this computer\(own) is chosen on the other one.")
    }
  }

  func waiting(port: Int) {
    if addresses.isEmpty { return }
    let places = addresses.map { Endpoint(host: $0, port: port).description }
    self.places.withLock { $0 = places }
    change {
      $0.route = .listen(host: nil, port: port)
      $0.step = .awaiting(places)
    }
  }

  func connected(to peer: String) {}

  func passedOver(_ peer: String, because error: PairingError) {
    guard case .link(.noAnswer) = error else { return }
    change {
      guard case .searching = $0.step, $0.ownName == nil else { return }
      $0.step = .searching("No answer yet. Is the other computer waiting at this address?")
    }
  }

  func agreed(size: Int, split: Int, weGive: Bool) {}

  // MARK: Codes

  func showCode(_ code: String) {
    typed.withLock { $0 = nil }
    self.code.withLock { $0 = code }
    rate.withLock { $0 = TransferRate() }
    go(to: .comparing(code: code, note: nil))
  }

  func readCode(while isAlive: @escaping @Sendable () -> Bool) async -> String? {
    while isAlive() {
      if let line = typed.withLock({ $0.take() }) { return line }
      try? await Task.sleep(for: .milliseconds(50))
    }
    return nil
  }

  func askAgain(_ reason: AskAgain) {
    let note =
      switch reason {
      case .ownCode: "That is your own code. Type the one on the other screen."
      case .notACode: "A code has eight digits."
      }
    go(to: .comparing(code: code.withLock { $0 }, note: note))
  }

  func codeWasRight() { go(to: .waiting(code: code.withLock { $0 })) }

  // MARK: Transfer

  func progress(bytes: Int, of total: Int) {
    let rate = rate.withLock { $0.measure(bytes) }
    let left =
      rate > 0 && bytes < total
      ? ", \(ByteCount(rate))/s, \(TransferRate.timeLeft(total - bytes, rate: rate))"
      : bytes == total ? ". One moment." : ""
    go(
      to: .transferring(
        bytes: bytes, total: total, note: "\(ByteCount(bytes)) of \(ByteCount(total))\(left)"))
  }

  func connectionIsLost(secondsLeft: Int) {
    change {
      guard case .transferring(let bytes, let total, _) = $0.step else { return }
      $0.step = .transferring(
        bytes: bytes, total: total,
        note: "The connection is lost. Waiting \(secondsLeft) s for it to come back.")
    }
  }

  func connectionIsBack() {}

  func verifying() { go(to: .checking) }

  func failedAttempt(_ error: PairingError, attemptsLeft: Int) {
    let places = places.withLock { $0 }
    change {
      $0.lastFailure = attemptsLeft > 0 ? Problem(goingOn: error) : Problem(error)
      if attemptsLeft == 0 { return }
      $0.step = places.isEmpty ? .searching("Trying again, with another code.") : .awaiting(places)
    }
  }
}
