import Pairing
import Synchronization

/// The codes on the two screens, as two people in one room see them.
final class Room: Sendable {
  private let codes = Mutex<[String: String]>([:])

  func show(_ code: String, on screen: String) { codes.withLock { $0[screen] = code } }

  /// Before another session: the codes of the one before are gone from the screens.
  func clear() { codes.withLock { $0 = [:] } }

  func code(on screen: String) -> String? { codes.withLock { $0[screen] } }
}

/// A person who types what a script says; everything that the screen said is kept.
final class ScriptedScreen: PairingScreen {
  enum Line: Sendable {
    case otherCode
    case ownCode
    case text(String)
    /// The other screen's code with another last digit: a slip, or another pair's code.
    case wrongCode
    case endOfInput
    /// Types nothing until the connection is gone.
    case wait
  }

  let name: String
  private let other: String
  private let room: Room
  private let script: Mutex<[Line]>
  private let log = Mutex<[String]>([])

  init(_ name: String, other: String, room: Room, script: [Line] = [.otherCode]) {
    self.name = name
    self.other = other
    self.room = room
    self.script = Mutex(script)
  }

  /// Everything that was said, one line each.
  var said: [String] { log.withLock { $0 } }

  /// How many lines begin with `beginning`.
  func count(_ beginning: String) -> Int {
    log.withLock { $0.count { $0.hasPrefix(beginning) } }
  }

  var port: Int? {
    said.first { $0.hasPrefix("port ") }.flatMap { Int($0.dropFirst(5)) }
  }

  private func say(_ line: String) { log.withLock { $0.append(line) } }

  func waiting(port: Int) { say("port \(port)") }
  func held() { say("held") }
  func connected(to peer: String) { say("connected") }
  func passedOver(_ peer: String, because error: PairingError) { say("passed over: \(error)") }
  func agreed(size: Int, split: Int, weGive: Bool) { say("agreed \(size) \(split) \(weGive)") }
  func showCode(_ code: String) {
    room.show(code, on: name)
    say("code \(code)")
  }
  func askAgain(_ reason: AskAgain) { say("again \(reason)") }
  func codeWasRight() { say("right") }
  func progress(bytes: Int, of total: Int) { say("progress \(bytes)/\(total)") }
  func connectionIsLost(secondsLeft: Int) { say("lost") }
  func connectionIsBack() { say("back") }
  func verifying() { say("verifying") }
  func failedAttempt(_ error: PairingError, attemptsLeft: Int) {
    say("failed: \(error), \(attemptsLeft) left")
  }

  func readCode(while isAlive: @escaping @Sendable () -> Bool) async -> String? {
    let line = script.withLock { $0.isEmpty ? .otherCode : $0.removeFirst() }
    switch line {
    case .text(let text): return text
    case .ownCode: return room.code(on: name)
    case .endOfInput: return nil
    case .otherCode: return await otherCode(isAlive)
    case .wrongCode: return await otherCode(isAlive).map(ScriptedScreen.slip)
    case .wait:
      while isAlive() { try? await Task.sleep(for: .milliseconds(2)) }
      return nil
    }
  }

  private func otherCode(_ isAlive: () -> Bool) async -> String? {
    while isAlive() {
      if let code = room.code(on: other) { return code }
      try? await Task.sleep(for: .milliseconds(2))
    }
    return nil
  }

  private static func slip(_ code: String) -> String {
    String(code.dropLast()) + (code.last == "9" ? "0" : "9")
  }
}
