internal import Vault

/// A message sink that can say in its own words why it refused a message.
protocol Delivery: MessageSink {
  /// Why the message was refused, if the vault has no error for it.
  var failure: Failure? { get }
}
