internal import ArgumentParser
internal import Codec
internal import Discovery
internal import Entropy
internal import Pairing
internal import System
internal import Vault

/// Why a command ends: one line that says what, one that says what to do, and the exit code.
struct Failure: Error {
  var what: String
  private(set) var hint: String?
  let code: ExitStatus
  /// Help and the version are asked for and are no errors: they go to standard output.
  private var isAnswer = false
  /// Nobody is told: whoever read the results wanted no more of them.
  private var isSilent = false

  init(_ what: String, hint: String, code: ExitStatus) {
    self.what = what
    self.hint = hint
    self.code = code
  }

  /// The reader of the results went away, as `head` does.
  static let readerLeft: Failure = {
    var failure = Failure("", hint: "", code: .inputOutput)
    failure.isSilent = true
    return failure
  }()

  /// The same, of one among several messages: it may be for somebody else.
  func ofMessage(_ number: Int) -> Failure {
    var failure = self
    failure.what = "message \(number): \(what)"
    if hint == VaultError.foreign.hint {
      failure.hint = "if it is meant for you, ask for it to be sent again, whole and unchanged"
    }
    return failure
  }

  /// The same, of which the person has read already.
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
    case let error as DiscoveryError: self.init(error)
    case let error as EntropyError: self.init(error)
    case let error as SystemError: self.init(VaultError.system(error))
    default: self.init(parsing: error)
    }
  }

  init(_ error: VaultError) {
    self.init(error.description, hint: Failure.hint(for: error), code: ExitStatus(error))
  }

  init(_ error: PairingError) {
    if case .vault(let error) = error {
      self.init(error)
    } else {
      self.init(error.description, hint: error.hint, code: ExitStatus(error.kind))
    }
  }

  init(_ error: EntropyError) {
    if case .system(let error) = error {
      self.init(VaultError.system(error))
    } else {
      self.init(error.description, hint: error.hint, code: ExitStatus(error))
    }
  }

  init(_ error: DiscoveryError) {
    self.init(error.description, hint: error.hint, code: .unavailable)
  }

  /// What the argument parser says: help, the version, or a mistake in the arguments.
  private init(parsing error: any Error) {
    isAnswer = Vernam.exitCode(for: error).isSuccess
    if isAnswer {
      what = Vernam.fullMessage(for: error)
      hint = nil
    } else if Failure.isMessageInArguments(error) {
      what = "encrypt takes a name, at most one file, and its options"
      hint = "leave FILE out and type the message, or pipe it in; never give it as an argument"
    } else {
      what = Vernam.message(for: error)
      hint = Failure.hint(parsing: what)
    }
    code = isAnswer ? .done : .usage
  }

  private static func hint(for error: VaultError) -> String {
    guard case .system(let reason) = error, reason.path == Stream.input.name,
      reason.code != SystemError.isDirectory
    else { return error.hint }
    return "give it input: type it, pipe it in, or name a file"
  }

  /// What is allowed where a value was not.
  private static func hint(parsing message: String) -> String {
    let options = ["--size", "--max-size", "--for", "--wait", "--split", "--port", "--max-chars"]
    switch options.first(where: { message.contains("invalid for '\($0) <") }) {
    case "--size", "--max-size":
      return "a size is a number of bytes, or one with K, M or G behind it, such as 64M"
    case "--for": return "a time is a number with s, m, h or d behind it, at most 7d"
    case .some: return "it takes a whole number"
    case nil: break
    }
    if message.hasPrefix("Unknown option") {
      return "an argument that begins with a dash is an option, unless it stands behind \"--\""
    }
    return "\"vernam help\" lists the commands, \"vernam help COMMAND\" explains one"
  }

  /// What the parser does not know of the arguments of `encrypt` is likely the message: it is not
  /// repeated.
  private static func isMessageInArguments(_ error: any Error) -> Bool {
    let arguments = GlobalOptions.behindCommand(Array(CommandLine.arguments.dropFirst()))
    let message = Vernam.message(for: error)
    return arguments.first == "encrypt"
      && ["nexpected argument", "nknown option"].contains { message.contains($0) }
  }

  func exit() -> Never {
    if !isAnswer { report() } else if let failure = Failure.answering(what) { failure.exit() }
    exitProcess(code.rawValue)
  }

  /// Why an answer could not be given; nil where it was.
  private static func answering(_ text: String) -> Failure? {
    do { try Results.line(text) } catch { return Failure(error) }
    return nil
  }

  /// Prints both lines.
  func report() {
    if isSilent { return }
    Notes.line("error: \(what)")
    if let hint { Notes.line("hint: \(hint)") }
  }
}
