internal import Vault

/// Who takes a message over, and can say in its own words why not.
protocol Delivery: MessageSink {
  /// Why nothing was taken, where the vault has no word for it.
  var failure: Failure? { get }
}
