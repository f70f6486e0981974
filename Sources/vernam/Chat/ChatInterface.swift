internal import Exchange
internal import Vault

/// How a conversation is shown and typed: on a whole screen, line by line, or as JSON.
protocol ChatInterface: ConversationScreen {
  /// Takes in what the person types until they leave, the input ends, or the conversation is over.
  /// Blocks.
  func talk(in conversation: Conversation, until ending: ChatEnding) throws
  /// Runs something that may write to the terminal; nothing else writes there meanwhile.
  func alone(_ body: () throws -> Void) throws
  /// Shows the beginning of one of the person's messages, by its number; returns false if it is not
  /// kept.
  func quote(_ number: Int) -> Bool
  /// What `/help` says, a paragraph each.
  var help: [String] { get }
  /// How the person confirms the line that they typed, worded to follow "to send it,", for example;
  /// nil if nobody sits there who can be asked.
  var confirmingHint: String? { get }
}

extension ChatInterface {
  func quote(_ number: Int) -> Bool { false }
}
