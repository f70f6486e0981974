import Testing

/// A change that a channel or a person makes to a text.
struct Mangling: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let apply: @Sendable (String) -> String

  init(_ name: String, _ apply: @escaping @Sendable (String) -> String) {
    testDescription = name
    self.apply = apply
  }

  static func eachLine(
    _ name: String, _ change: @escaping @Sendable (_ line: Int, _ text: String) -> String
  ) -> Mangling {
    Mangling(name) { text in
      let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
      return lines.enumerated().map { change($0, String($1)) }.joined(separator: "\n")
    }
  }

  static func eachScalar(
    _ name: String, _ change: @escaping @Sendable (Unicode.Scalar) -> String
  ) -> Mangling {
    Mangling(name) { $0.unicodeScalars.map(change).joined() }
  }

  static func replacing(_ scalar: Unicode.Scalar, with text: String, _ name: String) -> Mangling {
    eachScalar(name) { $0 == scalar ? text : String($0) }
  }

  /// Wraps words into lines of at most `width` characters.
  static func wrapped(_ width: Int) -> Mangling {
    Mangling("re-wrapped at \(width)") { text in
      var lines: [String] = [""]
      for word in text.split(whereSeparator: \.isWhitespace) {
        if lines[lines.count - 1].count + word.count + 1 > width { lines.append("") }
        let line = lines[lines.count - 1]
        lines[lines.count - 1] = line.isEmpty ? String(word) : line + " " + word
      }
      return lines.joined(separator: "\n")
    }
  }

  /// Cuts the text into lines of `width` characters, through words too.
  static func cut(_ width: Int) -> Mangling {
    Mangling("cut at \(width)") { text in
      let characters = text.map { $0.isNewline ? " " : $0 }
      return stride(from: 0, to: characters.count, by: width).map {
        String(characters[$0..<min($0 + width, characters.count)])
      }.joined(separator: "\n")
    }
  }

  private static func inserting(_ text: String, every count: Int, _ name: String) -> Mangling {
    Mangling(name) { whole in
      whole.enumerated().map { $0 % count == count - 1 ? text + String($1) : String($1) }.joined()
    }
  }

  /// The same character in another run of Unicode; that of the full-width forms begins with `!`.
  private static func shifted(_ scalar: Unicode.Scalar, by offset: UInt32) -> String {
    String(Unicode.Scalar(scalar.value + offset)!)
  }

  private static func mathematical(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "A"..."Z": shifted(scalar, by: 0x1D5D4 - 0x41)
    case "a"..."z": shifted(scalar, by: 0x1D5EE - 0x61)
    case "0"..."9": shifted(scalar, by: 0x1D7EC - 0x30)
    default: String(scalar)
    }
  }

  private static func circled(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "A"..."Z": shifted(scalar, by: 0x24B6 - 0x41)
    case "a"..."z": shifted(scalar, by: 0x24D0 - 0x61)
    case "0": "⓪"
    case "1"..."9": shifted(scalar, by: 0x2460 - 0x31)
    default: String(scalar)
    }
  }

  private static func superscript(_ scalar: Unicode.Scalar) -> String {
    guard ("0"..."9").contains(scalar) else { return String(scalar) }
    let digits = Array("⁰¹²³⁴⁵⁶⁷⁸⁹".unicodeScalars)
    return String(digits[Int(scalar.value - 0x30)])
  }

  private static func quotedPrintable(_ line: String) -> String {
    var lines: [String] = [""]
    for character in line.replacing("=", with: "=3D") {
      if lines[lines.count - 1].count == 40 { lines.append("") }
      lines[lines.count - 1].append(character)
    }
    return lines.joined(separator: "=\n")
  }

  static let all = list + hard

  /// The manglings that the format promises to survive, pairs included.
  static let list = text + markup + cuts

  private static let text: [Mangling] =
    lineEnds + spaces + invisible + quoting + prefixes + marks + letters + wraps

  static let wraps = [7, 20, 33, 72, 100].map(wrapped)
  static let cuts = [6, 17, 50].map(cut)

  /// The list, but no cuts after markup: a tag that is cut in two is no longer a tag.
  static func list(after first: Mangling) -> [Mangling] {
    let isMarkup = markup.contains { $0.testDescription == first.testDescription }
    return isMarkup ? text + markup : list
  }

  /// Messages survive these only one at a time: they change numbers in prefixes, or look like data.
  private static let hard = hardPrefixes + twins

  static let hardPrefixes = [
    eachLine("two speakers") { number, line in (number % 2 == 0 ? "Alice: " : "Bob: ") + line },
    eachLine("numbered lines") { number, line in "\(number + 1). \(line)" },
  ]

  static let twins = [
    Mangling("O for 0") { swapped($0, "0", "O") }, Mangling("l for 1") { swapped($0, "1", "l") },
    Mangling("I for 1") { swapped($0, "1", "I") },
  ]

  static let lineEnds = [
    replacing("\n", with: "\r\n", "CRLF"), replacing("\n", with: "\r", "CR"),
    replacing("\n", with: "\u{2028}", "line separators"),
    replacing("\n", with: " ", "line ends to spaces"),
    replacing("\n", with: "", "line ends deleted"),
    replacing("\n", with: "\n\n", "blank lines added"),
    Mangling("final line end lost") { String($0.reversed().drop { $0.isNewline }.reversed()) },
  ]

  static let spaces = [
    eachLine("trailing spaces") { _, line in line + "   " },
    eachLine("tabs before lines") { _, line in "\t" + line },
    eachLine("indents") { number, line in String(repeating: " ", count: number % 5) + line },
    replacing(" ", with: "\t", "tabs for spaces"), replacing(" ", with: "", "spaces deleted"),
    replacing(" ", with: "\u{A0}", "non-breaking spaces"),
    replacing(" ", with: "\u{3000}", "ideographic spaces"),
  ]

  static let invisible = [
    inserting("\u{200B}", every: 4, "zero-width spaces"),
    inserting("\u{AD}", every: 3, "soft hyphens"),
    inserting("\u{2066}", every: 9, "bidirectional marks"),
    inserting("\u{336}", every: 1, "struck through"),
    inserting("\u{FE0F}", every: 5, "variation selectors"),
    Mangling("byte-order mark") { "\u{FEFF}" + $0 },
    Mangling("NUL after each character") { $0.map { "\($0)\0" }.joined() },
  ]

  static let quoting = [
    eachLine("quoted") { _, line in "> " + line },
    eachLine("quoted twice") { _, line in "> > " + line },
    eachLine("quoted tightly") { _, line in ">>" + line },
    Mangling("code fence") { "```\n" + $0 + "\n```\n" },
    Mangling("prose around") {
      """
      Hello Bob. Here is what I promised: 3 apples, 12 pears.
      Run vernam decrypt, as you know... This is a long story. Is it?
      \($0)
      That was a vernam message. End of story. Yours, Alice (aged 42).

      """
    },
  ]

  static let prefixes = [
    Mangling("prefix on the first line") { "[12:01] Alice: " + $0 },
    eachLine("prefix on every line") { number, line in "[12:0\(number % 10)] Alice: " + line },
    eachLine("prefix over the hour") { number, line in
      "[\(9 + number / 3):5\(number % 10)] Alice B.: " + line
    },
    eachLine("nickname on every line") { _, line in "<al1ce> " + line },
    eachLine("a nickname that is a word of the first line") { _, line in "<vernam> " + line },
    eachLine("time and nickname") { number, line in "12:\(10 + number) <@bob> " + line },
    eachLine("date, time and name") { number, line in
      "12/05/2031, 12:\(10 + number) - Alice Zoë: " + line
    },
    eachLine("month by name") { number, line in "12 May 2031 at 12:\(10 + number) Ed: " + line },
    eachLine("time alone") { number, line in "12:\(10 + number) - " + line },
    eachLine("name in Cyrillic") { _, line in "Алиса: " + line },
  ]

  static let marks = [
    replacing(".", with: "…", "ellipses"), replacing(".", with: "", "full stops deleted"),
    replacing(":", with: " —", "dashes"), replacing(" ", with: " – ", "dashes between groups"),
    eachLine("smart quotes") { _, line in "“" + line + "”" },
    eachLine("bold") { _, line in "**" + line + "**" },
    eachLine("backslashes") { _, line in line + "\\" },
  ]

  static let letters = [
    Mangling("upper case") { $0.uppercased() }, Mangling("lower case") { $0.lowercased() },
    eachScalar("full-width") {
      ("!"..."~").contains($0) ? shifted($0, by: 0xFEE0) : String($0)
    },
    eachScalar("mathematical letters", mathematical), eachScalar("circled letters", circled),
    eachScalar("superscript digits", superscript),
  ]

  /// Swaps letters only between the words, in which numbers stay numbers.
  private static func swapped(_ text: String, _ old: Character, _ new: Character) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.contains("vernam") || line.contains("part")
        ? String(line) : String(line.map { $0 == old ? new : $0 })
    }.joined(separator: "\n")
  }

  static let markup = html + quotedPrintables

  static let html = [
    replacing(" ", with: "&nbsp;", "named entities"),
    replacing(" ", with: "&#160;", "numeric entities"),
    eachScalar("all letters as entities") { "&#x\(String($0.value, radix: 16));" },
    inserting("&shy;", every: 6, "soft hyphens as entities"),
    inserting("<wbr>", every: 6, "break opportunities"),
    replacing("\n", with: "<br>", "br"), replacing("\n", with: "<BR />\n", "BR"),
    eachLine("paragraphs") { _, line in "<p class=\"MsoNormal\">" + line + "</p>" },
    eachLine("spans") { _, line in "<span style=\"color:#ABCDEF\">" + line + "</span>" },
  ]

  static let quotedPrintables = [
    eachLine("quoted-printable") { _, line in quotedPrintable(line) },
    eachLine("quoted-printable with escapes") { _, line in quotedPrintable(line) + "=20" },
  ]
}
