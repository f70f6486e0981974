#if DEBUG
  import TestSupport
  import Testing

  @testable import Pairing
  @testable import Vault

  /// Proof that stopping pairings can fail: each part of the commit rule is broken in turn.
  @Suite("A broken commit rule")
  struct BrokenRuleTests {
    enum Break: CaseIterable, Sendable {
      /// Over the network, then by hand.
      case lastFrameBeforeSync, carriedBeforeSync
      case encryptsBeforeSync
      case keepsWhatDiffers
      case destroysUnheard
    }

    @Test("Each way to break the rule is noticed", arguments: Break.allCases)
    func broken(_ rule: Break) async {
      let found = await violation(with: rule)
      print("  with \(rule): \(found ?? "NOT NOTICED")")
      Figures.report("pairing without \(rule)", found == nil ? "not noticed" : "noticed")
      #expect(found != nil)
    }

    private func violation(with rule: Break) async -> String? {
      var unsynced = Stage.Setting()
      unsynced.omissions = [.newPadSync]
      switch rule {
      case .lastFrameBeforeSync: return await transfer(giver: unsynced)
      case .encryptsBeforeSync: return await transfer(taker: unsynced)
      case .keepsWhatDiffers: return await transfer(Weakening(keepsWhatDiffers: true))
      case .destroysUnheard: return await transfer(Weakening(destroysUnheard: true))
      case .carriedBeforeSync:
        let enumeration = CarryEnumeration(.suite, seed: 1)
        enumeration.giverSetting = unsynced
        enumeration.findings.stopsAtFirst = true
        await enumeration.stop()
        return enumeration.findings.brokenRule
      }
    }

    private func transfer(
      _ weakening: Weakening = Weakening(), giver: Stage.Setting = Stage.Setting(),
      taker: Stage.Setting = Stage.Setting()
    ) async -> String? {
      let enumeration = PairEnumeration(.mutants, seed: 1)
      enumeration.giverSetting = giver
      enumeration.takerSetting = taker
      enumeration.findings.stopsAtFirst = true
      await Weakening.$current.withValue(weakening) {
        await enumeration.stop(enumeration.lives())
      }
      return enumeration.findings.brokenRule
    }
  }
#endif
