internal import System

/// The program that gives access to the clipboard of the desktop: wl-clipboard under Wayland, xclip
/// under X. Only messages go there, never what was decrypted.
struct ClipboardTool {
  private let copier: (name: String, arguments: [String])
  private let paster: (name: String, arguments: [String])
  private let package: String

  /// Throws if there is no desktop.
  init() throws {
    guard let found = ClipboardTool.found else {
      throw Failure(
        "vernam found no clipboard here",
        hint: "run \"vernam decrypt\" without --paste, and paste the message there",
        code: .unavailable)
    }
    self = found
  }

  /// The tool for the desktop that this runs in; nil if there is none.
  static var found: ClipboardTool? {
    if Machine.environment("WAYLAND_DISPLAY") != nil { return wayland }
    return Machine.environment("DISPLAY") != nil ? x : nil
  }

  /// Whether there is a desktop, and its tool is installed.
  static var isHere: Bool { found.map { ChildProgram.find($0.copier.name) != nil } ?? false }

  private static let wayland = ClipboardTool(
    copier: ("wl-copy", ["--type", "text/plain"]),
    paster: ("wl-paste", ["--no-newline", "--type", "text"]), package: "wl-clipboard")

  private static let x = ClipboardTool(
    copier: ("xclip", ["-selection", "clipboard", "-in"]),
    paster: ("xclip", ["-selection", "clipboard", "-out"]), package: "xclip")

  private init(
    copier: (String, [String]), paster: (String, [String]), package: String
  ) {
    self.copier = copier
    self.paster = paster
    self.package = package
  }

  /// Throws if the program that copies is missing.
  func checkCopying() throws { _ = try path(copier.name) }

  /// Starts the program whose standard input becomes the clipboard.
  func startCopying() throws -> ChildProgram {
    try ChildProgram(path(copier.name), copier.arguments, .input)
  }

  /// Starts the program whose standard output is the clipboard.
  func startPasting() throws -> ChildProgram {
    try ChildProgram(path(paster.name), paster.arguments, .output)
  }

  private func path(_ name: String) throws -> String {
    if let path = ChildProgram.find(name) { return path }
    throw Failure(
      "\(name) is not installed", hint: "run \"sudo apt install \(package)\"",
      code: .unavailable)
  }

  /// Throws unless the program succeeded.
  func check(_ status: Int, wasPasting: Bool) throws {
    if status == 0 { return }
    throw Failure(
      "\(wasPasting ? paster.name : copier.name) failed with exit status \(status)",
      hint: wasPasting
        ? "copy the whole message first, or run \"vernam decrypt\" without --paste"
        : "copy the message from the screen: its part of the pad is used up",
      code: .unavailable)
  }
}
