// Workloads that concern the vault as a whole, or more than one pad.
extension Workload {
  static let managing = [
    Workload(name: "change the passphrase") { $0.changePassphrase(to: "new") },
    Workload(name: "make a vault", start: .empty) { $0.makeVault() },
    Workload(name: "pair", start: .strangers) { $0.pair(.whole) },
    Workload(name: "give a pairing up", start: .strangers) { $0.pair(.givenUp) },
    Workload(name: "pair once more") { session in
      session.pairOnceMore()
      session.send()
    },
    Workload(name: "pair with another") { session in
      session.pairOnceMore(with: Cast.otherName)
      session.send(to: session.cast.otherPad.id)
    },
    Workload(name: "forget") { $0.forget() },
    Workload(name: "forget two pads", start: .twoPads) { $0.forget() },
    Workload(name: "forget one of two contacts", start: .twoContacts) { session in
      session.forget()
      session.send(to: session.cast.otherPad.id)
    },
  ]

  static let contacts = [
    Workload(name: "rename") { $0.rename(to: "robert") },
    Workload(name: "rename with two pads", start: .twoPads) { session in
      session.rename(to: "robert")
      session.rename(to: "rob")
    },
    Workload(name: "rename, then send") { session in
      session.rename(to: "robert")
      session.send()
    },
    Workload(name: "merge", start: .twoContacts) { session in
      session.merge()
      session.send()
    },
    Workload(name: "merge one that is closed", start: .twoContacts) { session in
      session.receiveWitness()
      session.merge()
      session.send()
    },
  ]

  /// The vault turns out to be older than it was.
  static let closing = [
    Workload(name: "read on the other pad that the vault is older", start: .twoPads) { session in
      session.receiveWitness()
      session.send()
    },
    Workload(name: "read that one of two contacts has seen more", start: .twoContacts) { session in
      session.receiveWitness()
      // A hostile peer can close only the pads that are shared with it.
      session.send()
      session.send(to: session.cast.otherPad.id)
    },
    Workload(
      name: "send while the other pad shows an older vault",
      prepare: { $0.rememberNewer(of: $0.cast.otherPad) }, start: .twoPads, run: { $0.send() }),
    Workload(
      name: "send while the contact book's counter is ahead",
      prepare: { $0.rememberNewer(of: nil) }, start: .twoContacts,
      run: { session in
        session.send()
        session.send(to: session.cast.otherPad.id)
      }),
    Workload(
      name: "send while a counter tells of another past",
      prepare: { $0.rememberOtherPast(of: $0.cast.pad) }, start: .twoContacts,
      run: { session in
        session.send()
        session.send(to: session.cast.otherPad.id)
      }),
    Workload(
      name: "rename while the other pad shows an older vault",
      prepare: { $0.rememberNewer(of: $0.cast.otherPad) }, start: .twoPads,
      run: { $0.rename(to: "robert") }),
    Workload(
      name: "receive while the pad shows an older vault",
      prepare: { $0.rememberNewer(of: $0.cast.pad) }, start: .twoContacts,
      run: { session in
        session.receive(0)
        session.send(to: session.cast.otherPad.id)
      }),
    Workload(
      name: "pair while the pad shows an older vault",
      prepare: { $0.rememberNewer(of: $0.cast.pad) },
      run: { session in
        // The new pad is open: the evidence was compared before it got its number.
        session.pairOnceMore()
        session.send()
      }),
  ]
}
