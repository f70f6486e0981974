internal import Codec
internal import Discovery
internal import Exchange
internal import Link
internal import System
internal import Vault
internal import Wording

extension ConversationEvent {
  /// The event in one line for a person who talks with `name`; nil if it need not be told.
  func note(_ name: String) -> String? {
    switch self {
    case .listening(let host, let port): ConversationEvent.listening(name, host, port)
    case .looking: "Looking for \(name) on the local network."
    case .calling: "Calling \(name)."
    case .here: "\(name) is here."
    case .away(.left): "\(name) left. What you write now waits until \(name) is back."
    case .away(let error):
      "\(name) is away (\(error.what)). What you write now waits until \(name) is back."
    case .unreached(.notFound): ConversationEvent.notFound(name)
    // This end leaves.
    case .unreached(.link(.cancelled)): nil
    case .unreached(let error): "Cannot reach \(name) yet: \(error.what)."
    case .progress(let progress): progress?.note
    case .sent, .arrived, .step: nil
    case .passed:
      "\(name)'s computer did not accept one of your messages: \(name) has already read or skipped it."
    case .putOff(let number, let message): message.putOffNote(number)
    case .found, .removed, .read, .noRoom, .unreadable: news(name)
    case .missing(let report):
      "\(report.missingEarlier). If you want to know, ask \(name). "
        + "Once you no longer expect \(report.missingCount == 1 ? "it" : "them"), leave, and run "
        + "\"vernam skip \(ContactName.typed(name))\"."
    }
  }
}

extension ConversationEvent {
  /// `name` has to add an option to reach this computer.
  private static func listening(_ name: String, _ host: String?, _ port: Int) -> String {
    "Waiting for \(name) on port \(port). On \(name)'s computer: vernam chat NAME "
      + Endpoint(listeningOn: host, port: port).reachingOption
  }

  private static func notFound(_ name: String) -> String {
    guard LocalAddresses.isOnNetwork else {
      return
        "This computer is not on a network. If \(name) can be reached another way, leave, and run "
        + "\"vernam chat \(ContactName.typed(name)) --through COMMAND\"."
    }
    return
      "The two computers have not found each other yet. If \(name) has started the chat, too, "
      + "agree on who waits for the other. If that is you, leave, and run "
      + "\"vernam chat \(ContactName.typed(name)) --listen 4000\"; \(name) then leaves, and runs "
      + "\"vernam chat NAME "
      + "\(Endpoint(listeningOn: nil, port: 4000).reachingOption)\"."
  }
}

extension TransferProgress {
  /// A line for each quarter that is sent.
  fileprivate var note: String? {
    guard case .sent(let percent) = self else { return nil }
    return percent < 25 ? "Sending." : "\(percent / 25 * 25) % sent."
  }
}

extension ConversationStep {
  /// The step in one line, for those who follow each.
  var text: String {
    switch self {
    case .called(let peer): "\(peer) calls"
    case .turnedAway(let peer, .stranger): "\(peer) shares no pad with you"
    case .turnedAway(let peer, let error): "the call from \(peer) is over: \(error.what)"
    case .offered(let offer): "offered as \(offer.displayName)"
    case .appeared(let offer): "\(offer.displayName) has appeared"
    case .vanished(let offer): "\(offer.displayName) has gone"
    case .reached(let peer): "calling \(peer)"
    case .failed(let offer, let error): "the call to \(offer.displayName) failed: \(error.what)"
    case .began(let peer): "connected with \(peer)"
    }
  }
}

extension ConversationEvent {
  /// Whether it tells of something that lasts, and need not be said twice in a row.
  var isStatus: Bool {
    switch self {
    case .listening, .looking, .calling, .away, .unreached, .progress: true
    default: false
    }
  }

  /// Whether a person has to know it, even one who wants to hear little.
  var isImportant: Bool {
    switch self {
    case .read, .putOff, .noRoom, .unreadable, .passed: true
    case .listening, .looking, .calling, .here, .away, .unreached, .progress, .sent, .arrived,
      .step,
      .found, .removed, .missing:
      false
    }
  }
}

extension Incoming {
  /// What was put off, and how to get it.
  fileprivate func putOffNote(_ number: Int) -> String {
    let name: String? = if case .file(let name) = head.kind { name.usable } else { nil }
    return
      "\(offer) (message \(number)). To save it, type: /save \(number)\(name == nil ? " FILE" : "")"
  }
}
