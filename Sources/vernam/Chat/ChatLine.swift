internal import Codec
internal import Pad
internal import System

/// What a person typed in a conversation: text, or a command that begins with a slash.
enum ChatLine {
  case text
  case file(path: String)
  /// A message that waits to be saved, or nil for the only one; its path may be a folder.
  case save(Int?, path: String?)
  /// The last message that has not arrived goes to the clipboard.
  case copy
  /// The last message that has not arrived is given up.
  case drop
  /// A message that came another way: its text, or nil for what is on the clipboard.
  case paste(String?)
  case quit
  case help
  /// A mistake: what is wrong, and what to do.
  case mistake(String, hint: String)

  var isText: Bool { if case .text = self { true } else { false } }

  /// Commands that stand alone.
  private static let wordsAlone = ["/quit", "/q", "/exit", "/help", "/?", "/", "/copy", "/drop"]
  private static let textHint = "to send this as text, put another slash in front"

  static let commandsText = [
    "/file PATH sends a file.",
    "/save saves a file that has come; /save NUMBER FILE saves it under another name, or in a folder.",
    "/copy copies your last message that has not arrived, encrypted, to be sent another way.",
    "/drop takes back your last message or file that has not arrived. It asks first.",
    "/paste reads an encrypted message that you copied elsewhere.",
    "/quit leaves.",
    "To send text that begins with a slash, type two slashes.",
  ]

  static let keysText = [
    "Alt+Enter: new line. Up: your last line again, or the row above. PgUp, PgDn: scroll.",
    "Ctrl+Left, Ctrl+Right: a word back, a word forward. Ctrl+W, Ctrl+U, Ctrl+K delete.",
    "Home, End: to the beginning or end of the line. Tab: the rest of a file's name.",
    "Ctrl+C clears what you typed; twice, it leaves. Ctrl+Z puts the chat aside; fg brings it back.",
  ]

  /// `line` is the text without its line end. Text is secret, so only a command is copied, or what
  /// holds an encrypted message.
  init(_ line: Span<UInt8>) {
    if PastedMessage.begins(in: line), line[0] != UInt8(ascii: "/") {
      self = .paste(String(decoding: line.publicCopy, as: UTF8.self))
      return
    }
    let slash = UInt8(ascii: "/")
    guard line.count > 0, line[0] == slash, line.count == 1 || line[1] != slash else {
      self = .text
      return
    }
    let text = String(decoding: line.publicCopy, as: UTF8.self)
    let words = text.split(maxSplits: 1, whereSeparator: { $0 == " " || $0 == "\n" }).map(
      String.init)
    let rest = words.count > 1 ? words[1].trimmingBlanks : ""
    if !rest.isEmpty, let word = words.first, ChatLine.wordsAlone.contains(word) {
      self = .mistake("\(word) is a command, and takes nothing after it", hint: ChatLine.textHint)
      return
    }
    switch words.first {
    case "/quit", "/q", "/exit": self = .quit
    case "/help", "/?", "/": self = .help
    case "/copy": self = .copy
    case "/drop": self = .drop
    case "/paste": self = .paste(rest.isEmpty ? nil : rest)
    case "/file" where rest.isEmpty:
      self = .mistake("/file needs the name of a file", hint: "for example: /file photo.jpg")
    case "/file": self = .file(path: ChatLine.path(rest))
    case "/save" where rest.isEmpty: self = .save(nil, path: nil)
    case "/save":
      let parts = rest.split(separator: " ", maxSplits: 1).map(String.init)
      guard let number = parts.first.flatMap({ Int($0) }) else {
        self = .mistake("/save needs the number of a message", hint: "for example: /save 1")
        return
      }
      self = .save(number, path: parts.count > 1 ? ChatLine.path(parts[1].trimmingBlanks) : nil)
    default:
      self = .mistake(
        "there is no command \(words[0])",
        hint: "/help lists the commands; \(ChatLine.textHint)")
    }
  }

  /// The path after `/file` in a line that is still being typed; nil if it has none.
  static func unfinishedPath(_ line: Span<UInt8>) -> String? {
    let command = Array("/file ".utf8)
    guard line.count >= command.count, command.indices.allSatisfy({ line[$0] == command[$0] })
    else { return nil }
    let rest = line.extracting(droppingFirst: command.count).publicCopy
    return path(String(String(decoding: rest, as: UTF8.self).drop { $0 == " " }))
  }

  /// The path that a person typed, or dragged here from a file manager, which puts it in quotes.
  private static func path(_ typed: String) -> String {
    var path = typed.split(separator: "\\ ", omittingEmptySubsequences: false).joined(
      separator: " ")
    if typed.count > 2, let quote = typed.first, "'\"".contains(quote), typed.last == quote {
      path = String(typed.dropFirst().dropLast())
    }
    if path == "~" || path.hasPrefix("~/"), let home = Machine.environment("HOME") {
      return home + path.dropFirst()
    }
    return path
  }

  /// Bytes before the text: one of two slashes.
  static func skipped(_ line: Span<UInt8>) -> Int {
    line.count > 1 && line[0] == UInt8(ascii: "/") ? 1 : 0
  }
}

extension String {
  fileprivate var trimmingBlanks: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
