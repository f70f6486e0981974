// Vaults that were moved, copied or put back.
extension Workload {
  static let adopting = [
    Workload(
      name: "adopt what was vouched for", prepare: { $0.move(vouching: true) },
      setting: .elsewhere, run: { $0.adopt(nothingSentElsewhere: true) }),
    Workload(
      name: "adopt what nobody vouches for", prepare: { $0.move(vouching: false) },
      setting: .elsewhere, run: { $0.adopt(nothingSentElsewhere: false) }),
    Workload(
      name: "adopt a copy with two pads that is vouched for",
      prepare: { stage in
        stage.copyVault()
        stage.move(vouching: true)
      }, start: .twoPads, run: { $0.adopt(nothingSentElsewhere: true) }),
    Workload(
      name: "adopt a copy with two contacts that nobody vouches for",
      prepare: { stage in
        stage.copyVault()
        stage.move(vouching: false)
      }, start: .twoContacts, run: { $0.adopt(nothingSentElsewhere: false) }),
    Workload(
      name: "adopt what was restored",
      prepare: { stage in
        Session(stage).send("forgotten")
        stage.restore()
      }, run: { $0.adopt(nothingSentElsewhere: true) }),
    Workload(
      name: "use a copy",
      prepare: { stage in
        stage.copyVault()
        stage.move(vouching: true)
      }, start: .twoPads,
      run: { session in
        // None of this may write anything.
        session.send()
        session.receive(0)
        session.rename(to: "robert")
      }),
    Workload(
      name: "use a copy of what was half done",
      prepare: { stage in
        Session(stage, fault: Fault(kind: .kill, step: 2, random: stage.random)).forget()
        stage.machine.medium.syncAll()
        stage.copyVault()
        stage.move(vouching: true)
      }, start: .twoContacts, run: { $0.send(to: $0.cast.otherPad.id) }),
    Workload(
      name: "send while a pad is a copy",
      prepare: { stage in
        stage.copyPad()
        stage.move(vouching: true)
      }, run: { $0.send() }),
    Workload(
      name: "adopt while counters are gone", prepare: { $0.removeCounters(vouching: true) },
      run: { session in
        session.send()
        session.receive(0)
        session.adopt(nothingSentElsewhere: true)
        session.send()
      }),
    Workload(
      name: "send while a pad's counter is gone",
      prepare: { $0.removeCounters([$0.counterPath(of: $0.cast.pad)], vouching: true) },
      run: { $0.send() }),
    Workload(
      name: "adopt while counters are gone and nobody vouches",
      prepare: { $0.removeCounters(vouching: false) }, start: .twoContacts,
      run: { $0.adopt(nothingSentElsewhere: false) }),
    Workload(
      name: "adopt with a damaged contact book", prepare: { $0.damageBook() },
      start: .twoContacts,
      run: { session in
        session.send()
        session.receive(0)
        session.adopt(nothingSentElsewhere: true)
        session.send()
      }),
    Workload(
      name: "pair after a damaged contact book", prepare: { $0.damageBook() },
      run: { session in
        session.adopt(nothingSentElsewhere: true)
        session.pairOnceMore(with: Cast.otherName)
        let id = session.cast.otherPad.id
        if session.holds(id) { session.send(to: id) }
      }),
  ]

  /// Nothing may be sent.
  static let restored = [
    Workload(
      name: "send after a backup of the middle of a change", prepare: { $0.restoreMiddle() },
      run: { $0.send() }),
    Workload(
      name: "receive after a backup of the middle of a change", prepare: { $0.restoreMiddle() },
      run: { $0.receive(0) }),
    Workload(
      name: "send after a backup of the middle of a change of the book",
      prepare: { $0.restoreMiddleOfBook() }, run: { $0.send() }),
    Workload(
      name: "send after the state alone was put back", prepare: { $0.restoreState() },
      run: { $0.send() }),
    Workload(
      name: "send after the book alone was put back",
      prepare: { $0.restoreBook(counter: false) }, run: { $0.send() }),
    Workload(
      name: "send after the book was put back with its counter",
      prepare: { $0.restoreBook(counter: true) }, run: { $0.send() }),
    Workload(
      name: "rename after the book was put back with its counter",
      prepare: { $0.restoreBook(counter: true) },
      run: { session in
        session.rename(to: "robert")
        session.send()
      }),
    Workload(
      name: "send after a book that lacks a pad was put back",
      prepare: { $0.restoreBookBeforeOtherPad() }, start: .twoPads, run: { $0.send() }),
    Workload(
      name: "send after a book that lacks a contact was put back",
      prepare: { $0.restoreBookBeforeOtherPad() }, start: .twoContacts,
      run: { session in
        session.send(to: session.cast.otherPad.id)
        session.send()
      }),
  ]
}
