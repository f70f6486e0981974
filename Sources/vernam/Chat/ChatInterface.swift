internal import Exchange
internal import Vault

/// How a conversation is shown and typed: on a whole screen, line by line, or as JSON.
protocol ChatInterface: ConversationScreen {
  /// Takes in what the person types until they leave, the input ends, or `isOver` says that there is
  /// nothing left to talk over. Blocks.
  func talk(in conversation: Conversation, until isOver: @Sendable () -> Bool) throws
}
