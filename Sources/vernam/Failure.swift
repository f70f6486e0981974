internal import ArgumentParser
internal import Codec
internal import Discovery
internal import Entropy
internal import Exchange
internal import Link
internal import Pairing
internal import System
internal import Vault
internal import Wording

/// Why a command failed: one line that says what is wrong, one that says what to do, the exit code.
struct Failure: Error {
  var what: String
  var hint: String?
  let code: ExitStatus
  /// Help and the version were requested and are not errors: they go to standard output.
  private var isAnswer = false
  /// Nothing is printed: the reader of the results has left, or the person has read it already.
  private var isSilent = false
  /// A message was damaged on its way.
  private(set) var isOfDamage = false
  /// It is not an error.
  private var isCalm = false

  init(_ what: String, hint: String, code: ExitStatus) {
    self.what = what
    self.hint = hint
    self.code = code
  }

  /// The person stopped the command, which left nothing behind.
  static let cancelled = Failure(
    calm: "Cancelled.", code: .unavailable)

  /// The person answered no, or with ^D.
  static let declined = Failure(calm: "Nothing changed.", code: .refused)

  /// Nothing was done: the person has to say once more that they want it.
  static func question(_ what: String) -> Failure { Failure(calm: what, code: .usage) }

  private init(calm what: String, code: ExitStatus) {
    self.what = what
    self.code = code
    isCalm = true
  }

  /// The reader of the results went away, as `head` does.
  static let readerLeft: Failure = {
    var failure = Failure("", hint: "", code: .inputOutput)
    failure.isSilent = true
    return failure
  }()

  /// The same failure, already reported.
  var wasReported: Failure {
    var failure = self
    failure.isSilent = true
    return failure
  }

  init(_ error: any Error) {
    switch error {
    case let error as Failure: self = error
    case let error as VaultError: self.init(error)
    case let error as PairingError: self.init(error)
    case let error as ExchangeError: self.init(error)
    case let error as DiscoveryError: self.init(error)
    case let error as EntropyError: self.init(error)
    case let error as SystemError: self.init(VaultError.system(error))
    default: self.init(parsing: error)
    }
  }

  init(_ error: VaultError) {
    if case .system(let reason) = error, reason.code == ControllingTerminal.ended {
      self = .declined
      return
    }
    self.init(error.what, hint: Failure.hint(for: error), code: ExitStatus(error))
    if case .system(let reason) = error { name(missing: reason) }
  }

  /// Says in plain words that a file is not there, and which one was probably meant.
  private mutating func name(missing error: SystemError) {
    guard let missing = MissingFile(error) else { return }
    (what, hint) = (missing.what, missing.hint)
  }

  init(_ part: DamagedPart) {
    self.init(part.what, hint: part.hint, code: .badData)
    isOfDamage = true
  }

  init(_ error: PairingError) {
    if case .vault(let error) = error {
      self.init(error)
    } else if case .link(.cancelled) = error {
      self = .cancelled
    } else {
      self.init(error.what, hint: error.hint, code: ExitStatus(error))
      if case .system(let reason) = error { name(missing: reason) }
    }
  }

  init(_ error: EntropyError) {
    if case .system(let error) = error {
      self.init(VaultError.system(error))
    } else {
      self.init(error.what, hint: error.hint, code: ExitStatus(error))
    }
  }

  init(_ error: ExchangeError) {
    switch error {
    case .vault(let error): self.init(error)
    case .link(.cancelled): self = .cancelled
    default: self.init(error.what, hint: error.hint, code: ExitStatus(error))
    }
  }

  init(_ error: DiscoveryError) {
    self.init(error.what, hint: error.hint, code: .unavailable)
  }

  /// What the argument parser reports: help, the version, or a mistake in the arguments.
  private init(parsing error: any Error) {
    isAnswer = Vernam.exitCode(for: error).isSuccess
    if isAnswer {
      what = Vernam.fullMessage(for: error)
      hint = nil
    } else {
      (what, hint) = Failure.mistake(parsing: Vernam.message(for: error))
    }
    code = isAnswer ? .done : .usage
  }

  private static func hint(for error: VaultError) -> String {
    guard case .system(let reason) = error, reason.path == Stream.input.name,
      reason.code != SystemError.isDirectory
    else { return error.hint }
    return "type the text, or name a file"
  }

  func exit() -> Never {
    if !isAnswer { report() } else if let failure = Failure.answering(what) { failure.exit() }
    exitProcess(code.rawValue)
  }

  /// Why the answer could not be printed; nil if it was.
  private static func answering(_ text: String) -> Failure? {
    do { try StandardOutput.answer(text) } catch { return Failure(error) }
    return nil
  }

  /// Prints both lines.
  func report() {
    if isSilent { return }
    StandardError.line(isCalm ? what : "error: \(what)")
    if let hint { StandardError.line("hint: \(hint)") }
  }
}
