import TestSupport

@testable import Vault

/// Something that people do with a vault, starting from some world.
struct Workload: Sendable {
  let name: String
  /// Changes the starting world before anything is watched.
  var prepare: @Sendable (Stage) -> Void = { _ in }
  var start = Bases.Kind.used
  var setting = Stage.Setting()
  let run: @Sendable (Session) -> Void

  static let all = Array(
    [
      sending, posting, streaming, receiving, sideBySide, damaged, managing, contacts, closing,
      adopting,
      restored,
    ].joined())

  private static let sending = [
    Workload(name: "send") { $0.send() },
    Workload(name: "send three") { session in
      session.send("a")
      session.send(String(repeating: "long ", count: 100))
      session.send("b")
    },
  ]

  private static let posting = [
    Workload(name: "post") { $0.post() },
    Workload(name: "post by turns with sending") { session in
      session.post("a")
      session.send("b")
      session.post(String(repeating: "long ", count: 100))
      session.sendOutbox(isConfirmed: true)
      session.post("c")
    },
    Workload(name: "post in pieces", setting: .streaming) { session in
      session.post(String(repeating: "long ", count: 150))
      session.receive(0)
    },
    Workload(
      name: "post over a damaged chunk", prepare: { $0.damageChunk() }, run: { $0.post() }),
    Workload(name: "forget what was posted") { session in
      session.post()
      session.forget()
    },
  ]

  /// Messages too large for memory, as far as the vault can tell.
  private static let streaming = [
    Workload(name: "send through the spool", setting: .streaming) { session in
      session.send(String(repeating: "long ", count: 150))
      session.send()
    },
    Workload(
      name: "send over a damaged chunk, through the spool",
      prepare: { $0.damageChunk() }, setting: .streaming,
      run: { $0.send(String(repeating: "long ", count: 150)) }),
    Workload(name: "receive and send in pieces", start: .fresh, setting: .streaming) { session in
      session.receive(1)
      session.send(String(repeating: "long ", count: 150))
      session.receive(0)
    },
    Workload(name: "send through the spool during a delivery", setting: .streaming) { session in
      session.receive(0) { session.beside { $0.send(String(repeating: "long ", count: 150)) } }
    },
  ]

  private static let receiving = [
    Workload(name: "receive in order") { session in
      session.receive(0)
      session.receive(2)
    },
    Workload(name: "receive out of order") { session in
      session.receive(4)
      session.receive(2)
      session.receive(0)
    },
    Workload(name: "receive and send by turns", start: .fresh) { session in
      session.receive(0)
      session.send()
      session.receive(2)
      session.send()
    },
    Workload(name: "receive what has to be refused") { session in
      session.receiveRefused(session.cast.forged, "a forged message") { $0 == .foreign }
      session.receive(3)
      if session.stage.ledger.consumed.contains(3) {
        session.receiveRefused(session.cast.messages[3].packet, "a repetition", \.isRepetition)
      }
      session.receiveRefused([UInt8](repeating: 7, count: 200), "noise") { $0 == .foreign }
    },
    Workload(name: "skip what is missing") { session in
      session.receive(4)
      session.skip()
    },
  ]

  /// A long delivery, during which another process works.
  private static let sideBySide = [
    Workload(name: "send during a delivery") { session in
      session.receive(0) { session.beside { $0.send() } }
    },
    Workload(name: "receive the same during a delivery") { session in
      session.receive(0) { session.beside { $0.receive(0) } }
    },
    Workload(name: "receive another during a delivery") { session in
      session.receive(2) { session.beside { $0.receive(0) } }
    },
    Workload(name: "forget during a delivery") { session in
      session.receive(0) { session.beside { $0.forget() } }
    },
    Workload(name: "rename during a delivery") { session in
      session.receive(0) { session.beside { $0.rename(to: "robert") } }
    },
    Workload(name: "close during a delivery", start: .twoPads) { session in
      session.receive(0) { session.beside { $0.receiveWitness() } }
      session.send()
    },
  ]

  private static let damaged = [
    Workload(name: "send over a damaged chunk", prepare: { $0.damageChunk() }, run: { $0.send() }),
    Workload(name: "send with slot 0 damaged", prepare: { $0.damageSlot(0) }, run: { $0.send() }),
    Workload(name: "send with slot 1 damaged", prepare: { $0.damageSlot(1) }, run: { $0.send() }),
    Workload(
      name: "rename with slot 0 of the book damaged",
      prepare: { $0.damageBook(slots: [0]) }, run: { $0.rename(to: "robert") }),
    Workload(
      name: "rename with slot 1 of the book damaged",
      prepare: { $0.damageBook(slots: [1]) }, run: { $0.rename(to: "robert") }),
  ]
}

extension Stage.Setting {
  /// Another machine.
  static let elsewhere = Stage.Setting(machineID: Array("another machine".utf8))
  static let streaming = Stage.Setting(streams: true)
}

extension Session {
  /// Runs another process, which may run into this one's locks.
  func beside(fault: Fault? = nil, _ body: (Session) -> Void) {
    let other = Session(stage, directory: directory, fault: fault)
    other.isDisturbed = true
    isDisturbed = true
    body(other)
  }
}
