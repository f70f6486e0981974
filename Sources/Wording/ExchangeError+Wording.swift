internal import Discovery
package import Exchange
internal import Link
internal import Vault

extension ExchangeError {
  /// A part of a sentence that says what is wrong.
  package var what: String {
    switch self {
    case .link(.noAnswer(let reason)): reason ?? "no answer"
    case .link(.cannotListen(let reason)): "cannot wait for a connection: \(reason)"
    case .link(.connectionLost): "the connection was lost"
    case .link(.timedOut): "the other computer does not answer"
    case .link(.cancelled): "stopped"
    case .vault(let error): error.what
    case .discovery(let error): error.what
    case .stranger: "somebody else answered"
    case .badFrame: "the data was changed on the way"
    case .notFound: "the two computers have not found each other yet"
    case .removed: "you removed the message that was being sent"
    case .left: "the other computer left"
    }
  }

  /// One line that says what to do.
  package var hint: String {
    switch self {
    case .link(.cannotListen): "choose another port or address"
    case .vault(let error): error.hint
    case .discovery(let error): error.hint
    case .notFound: "add --listen 4000 on one computer, and --connect HOST:4000 on the other"
    case .stranger:
      "check the address; if the other person ran \"vernam forget\", meet and pair again"
    default: "run \"vernam chat NAME\" on both computers"
    }
  }
}
