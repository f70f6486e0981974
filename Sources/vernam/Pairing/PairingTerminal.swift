internal import Link
internal import Pad
internal import Pairing
internal import Synchronization
internal import System
internal import Vault
internal import Wording

/// What the two people see while they pair.
final class PairingTerminal: PairingScreen {
  let context: Context
  private let bar = Mutex<ProgressBar?>(nil)
  private let weGive = Mutex(false)
  /// Whom this end found and has not given up since.
  let otherName = Mutex<String?>(nil)
  /// Whether anybody was ever found.
  let hasFound = Mutex(false)
  private let isAway = Mutex(false)
  /// When the transfer last made progress; nil if there is none, or if the stall was reported.
  private let lastProgress = Mutex<ContinuousClock.Instant?>(nil)
  let ownName = Mutex("this computer")
  let list = Mutex(OfferList())
  /// Why this end's own limits turned a caller away.
  private let refused = Mutex<PairingError?>(nil)
  let way: PairingWay
  let name: String
  private let isSizeGiven: Bool
  /// The port on which it listens, if the person asked for that.
  private let port = Mutex<Int?>(nil)

  /// `name` is the contact's.
  init(_ context: Context, way: PairingWay, name: String, isSizeGiven: Bool) {
    self.context = context
    self.way = way
    self.name = name
    self.isSizeGiven = isSizeGiven
  }

  static let byHand =
    "--listen PORT on one computer, and --connect HOST:PORT on the other"

  static let fromAfar =
    "Read your codes to each other by telephone or video, and only to somebody whose voice you know."

  /// The command to run on the other computer.
  func otherEnd() -> String {
    guard let port = port.withLock({ $0 }) ?? way.listenedPort else {
      let room = way.room.map { " --room \($0)" } ?? ""
      return "\"vernam pair NAME\(room)\""
    }
    let place = Endpoint(listeningOn: way.connection.listenAddress?.host, port: port)
    return "\"vernam pair NAME \(place.reachingOption)\""
  }

  // MARK: Connecting

  func held() {
    guard let other = otherName.withLock({ $0 }) else {
      return context.say("Waiting until this computer is chosen on the other one.")
    }
    let own = ownName.withLock { $0 }
    let room =
      way.room == nil
      ? " (If the command there was started with --room, give the same word here.)" : ""
    context.say("Waiting until this computer, \(own), is chosen on \(other).\(room)")
  }

  func waiting(port: Int) {
    context.say(verbosely: "listening on port \(port)")
    if way.connection.listen != nil {
      let codes = way.listensOnLoopback ? " " + PairingTerminal.fromAfar : ""
      self.port.withLock { $0 = port }
      context.say("Waiting. Run \(otherEnd()) on the other computer.\(codes)")
    }
  }

  func notYet(_ reason: String) { context.say("no answer yet (\(reason))") }

  func connected(to peer: String) { context.say(verbosely: "connected to \(peer)") }

  func passedOver(_ peer: String, because error: PairingError) {
    switch error {
    case .tooLarge, .noSpace:
      // Said once: a caller can try again and again.
      let isNews = refused.withLock { refused in
        defer { refused = error }
        return refused == nil
      }
      if isNews { return context.say("Refused \(peer): \(error.what).") }
    default: break
    }
    context.say(verbosely: "refused \(peer): \(error.what)")
  }

  var refusal: PairingError? { refused.withLock { $0 } }

  // MARK: Codes

  func agreed(size: Int, split: Int, weGive: Bool) {
    self.weGive.withLock { $0 = weGive }
    if let name = otherName.withLock({ $0 }) {
      let own = ownName.withLock { $0 }
      context.say(
        "Connected to \(name). The other screen must say that it is connected to \(own), this "
          + "computer. If it does not, type n instead of the code.")
    }
    let own = weGive ? split : 100 - split
    let part = own == 50 ? "half" : "\(own) %"
    context.say("The pad is \(ByteCount(size)): \(part) of it is for your messages.")
    let time = TimeLimit(seconds: Int(Pairing.codesTime.components.seconds))
    context.say("Each of you types the code on the other screen, within \(time.inWords).")
    if isSizeGiven, !weGive {
      context.say(
        "The other computer makes the pad, so the size that was chosen there counts.")
    }
  }

  /// Drops input typed earlier, such as for a failed attempt: it does not answer this code.
  func showCode(_ code: String) {
    Stream.input.dropTypedInput()
    try? StandardOutput.line("Your code: \(code)")
    prompt()
  }

  func readCode(while isAlive: @escaping @Sendable () -> Bool) async -> String? {
    var typed = TypedLine()
    while isAlive() {
      switch typed.next() {
      case .line(let code): return code
      case .inputEnded: return nil
      case .nothing: try? await Task.sleep(for: .milliseconds(50))
      }
    }
    return nil
  }

  func askAgain(_ reason: AskAgain) {
    Stream.input.dropTypedInput()
    switch reason {
    case .ownCode: StandardError.line("That is your own code: type the one on the other screen.")
    case .notACode: StandardError.line("A code has eight digits.")
    }
    prompt()
  }

  func codeWasRight() {
    context.say("Right. Now wait until your code is typed on the other computer.")
  }

  private func prompt() {
    if !context.isQuiet { StandardError.part("Code on the other screen: ") }
    if !Stream.input.isTerminal { StandardError.endLine() }
  }

  // MARK: Transfer

  func progress(bytes: Int, of total: Int) {
    if context.isQuiet { return }
    lastProgress.withLock { $0 = bytes < total ? .now : nil }
    let verb =
      way.carry != nil
      ? "writing" : way.from != nil ? "reading" : weGive.withLock { $0 ? "sending" : "receiving" }
    let isASCII = context.isASCII
    let bar = bar.withLock { bar in
      bar = bar ?? ProgressBar(verb, isASCII: isASCII)
      return bar
    }
    bar?.show(bytes, of: total)
  }

  /// Says once that nothing has moved for three seconds; called again and again.
  func checkForStall() {
    let isStalled = lastProgress.withLock { last in
      guard let time = last, .now - time >= .seconds(3) else { return false }
      last = nil
      return true
    }
    if isStalled { context.say("The transfer has stalled: waiting for the other computer.") }
  }

  func connectionIsLost(secondsLeft: Int) {
    lastProgress.withLock { $0 = nil }
    if context.isQuiet { return }
    let isFirst = isAway.withLock { isAway in
      defer { isAway = true }
      return !isAway
    }
    if isFirst {
      StandardError.line(
        "The connection is lost. If vernam has stopped on the other computer, press Ctrl+C and start "
          + "again on both."
      )
    }
    let text = "Waiting \(secondsLeft) s for the connection"
    if Stream.errors.isTerminal {
      StandardError.part("\r\(text) ")
    } else if isFirst {
      StandardError.line(text)
    }
  }

  func connectionIsBack() {
    isAway.withLock { $0 = false }
    bar.withLock { $0 = nil }
    context.say("The connection is back.")
  }

  func verifying() { context.say("checking that both computers have the same pad") }

  private static func sentence(_ words: String) -> String {
    words.prefix(1).uppercased() + words.dropFirst() + "."
  }

  func failedAttempt(_ error: PairingError, attemptsLeft: Int) {
    guard attemptsLeft > 0 else {
      return StandardError.line(
        way.isByDiscovery
          ? "That was the last attempt. Run \(otherEnd()) again on both computers."
          : "That was the last attempt. Run the same command here again; then, on the other computer, "
            + "run the command that it prints.")
    }
    bar.withLock { $0 = nil }
    lastProgress.withLock { $0 = nil }
    // It goes on: a slip is no reason for alarm.
    StandardError.line(
      error.isLikelySlip ? PairingTerminal.sentence(error.what) : "error: \(error.what)")
    StandardError.line(
      error.isLikelySlip
        ? PairingTerminal.sentence(error.hintToGoOn) : "hint: \(error.hintToGoOn)")
    let count = "\(attemptsLeft) attempt\(attemptsLeft == 1 ? "" : "s") left"
    let next =
      way.isByDiscovery && way.offer == nil
      ? "The next attempt has new codes: both of you choose the other computer again"
      : "The next attempt has a new code"
    StandardError.line("\(next) (\(count)).")
    // A new search says so itself.
    if !way.isByDiscovery {
      StandardError.line("Waiting again. Run \(otherEnd()) on the other computer.")
    }
  }
}
