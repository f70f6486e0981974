internal import Exchange
package import Pad
internal import System
internal import Vault
internal import Wording

/// A text of which one word is shown at a time.
final class WordByWord {
  /// The most columns of a word that are shown at once; a longer one comes in parts.
  private static let longestPart = 32
  /// A double click must not use up a text whose last word nobody has seen.
  private static let glance: Duration = .milliseconds(500)

  private let text: RevealedText
  private let count: Int
  private var piece: RevealedText.Piece?
  private var (number, part) = (0, 1)
  private var shownSince = ContinuousClock.now

  init(_ text: consuming SecretBytes) {
    self.text = RevealedText(text)
    count = self.text.wordCount
  }

  var progress: Line.Progress { .word(number, of: count, part: part) }

  var isLast: Bool { text.isEnd(piece?.range.upperBound ?? 0) }

  /// Whether the last word has been shown long enough.
  var isSeen: Bool { isLast && .now - shownSince >= WordByWord.glance }

  /// What is shown now; nil before the first word.
  var shown: SecretBytes? { piece.map { text.shown($0, between: [], and: []) } }

  /// Goes back to the first word.
  func startOver() {
    (number, part, piece) = (0, 1, nil)
    if !isLast { advance() }
  }

  /// Goes on to the next word, or the next part of it.
  func advance() {
    (number, part) = piece?.goesOn == true ? (number, part + 1) : (number + 1, 1)
    piece = text.piece(from: piece?.range.upperBound ?? 0, columns: WordByWord.longestPart)
    showAgain()
  }

  func showAgain() { shownSince = .now }
}

/// Takes a short text. Unless `isSeen`, it refuses at the end, so that the message stays unread.
private final class WordSink: MessageSink {
  let takesUnknownKinds = false
  private let isSeen: Bool
  private var text = SecretBytes(count: 0)
  private var filled = 0
  /// Whether all of it came, and nothing in it was forged.
  private(set) var isWhole = false

  init(isSeen: Bool) { self.isSeen = isSeen }

  func begin(_ message: Incoming) { text = SecretBytes(count: message.count) }

  func take(_ piece: Span<UInt8>) {
    text.withMutableBytes { $0.copy(piece, at: filled) }
    filled += piece.count
  }

  func deliver() throws(VaultError) {
    isWhole = true
    if !isSeen { throw .system(SystemError("show", "the message", code: SystemError.interrupted)) }
  }

  func discard() {}

  func takeText() -> SecretBytes {
    defer { text = SecretBytes(count: 0) }
    return text.resized(text.count, keeping: text.count)
  }
}

// Texts that are shown word by word, so that nobody beside the person reads along. Such a message is
// used up once its last word was seen (invariant 4).
extension ConversationModel {
  /// Shows the first word of a line, the next one, or, after the last, none any more.
  package func showNextWord(_ id: Int) {
    guard let index = index(of: id), case .wordByWord(let progress) = lines[index].kind,
      progress != .over
    else { return }
    guard let words = words[id] else { return openWords(id) }
    // After a break, the same word is shown again.
    if progress == .hidden {
      words.showAgain()
    } else if words.isLast {
      return words.isSeen ? endWords(id) : ()
    } else {
      words.advance()
    }
    show(words.progress, id)
  }

  /// Shows the first word of a line again.
  package func showFirstWord(_ id: Int) {
    guard let words = words[id] else { return }
    words.startOver()
    show(words.progress, id)
  }

  /// Whether the next press ends the text.
  package func isLastWord(_ id: Int) -> Bool { words[id]?.isLast ?? true }

  /// The word of a line that is shown now; nil if none is.
  package func word(_ id: Int) -> SecretBytes? { words[id]?.shown }

  private func show(_ progress: Line.Progress, _ id: Int) {
    guard let index = index(of: id) else { return }
    lines[index].kind = .wordByWord(progress)
    report()
  }

  /// Shows no word while nobody is there.
  func hideWords() {
    for index in lines.indices {
      if case .wordByWord(.word) = lines[index].kind { lines[index].kind = .wordByWord(.hidden) }
    }
  }

  private func openWords(_ id: Int) {
    guard let conversation, let message = offered[id] else { return }
    worker.run {
      let sink = WordSink(isSeen: false)
      do { try message.read(in: conversation, by: sink) } catch {
        if !sink.isWhole { throw error }
      }
      return SecretHandoff(sink.takeText())
    } then: { [weak self] result in
      guard let self, !isClosed, words[id] == nil, index(of: id) != nil else { return }
      switch result {
      case .success(let text):
        guard let text = text.take() else { return }
        let opened = WordByWord(text)
        if !opened.isLast { opened.advance() }
        words[id] = opened
        if !isCovered { show(opened.progress, id) }
      case .failure(let error): fail(error)
      }
    }
  }

  private func endWords(_ id: Int) {
    // Pressed twice, the button uses it up once.
    guard let conversation, let message = offered.removeValue(forKey: id) else { return }
    worker.run {
      try message.read(in: conversation, by: WordSink(isSeen: true))
    } then: { [weak self] result in
      guard let self, !isClosed else { return }
      switch result {
      // It may have been read another way, such as by a command.
      case .success, .failure(VaultError.alreadyRead), .failure(VaultError.alreadyReadOrGivenUp):
        words[id] = nil
        show(.over, id)
      case .failure(let error):
        offered[id] = message
        fail(error)
      }
    }
  }
}
