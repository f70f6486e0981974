internal import System
package import Vault

extension KeyringRefusal {
  package var reason: String {
    switch self {
    case .noKeyring: "this system has none"
    case .system(let error): error.reason
    case .unreadable: "another process cannot read it back"
    case .noKeyThatFits: "the key in it does not fit this vault"
    }
  }
}
