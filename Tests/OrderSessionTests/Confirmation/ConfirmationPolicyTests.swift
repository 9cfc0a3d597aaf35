internal import OrderSession
internal import Ordering
internal import Testing

struct ConfirmationPolicyTests {
    private static let cafe = Result { try MenuLoader.builtIn() }

    private static func policy(_ change: (inout ConfirmationPolicy.Settings) -> Void = { $0.isSelective = true }) throws
        -> ConfirmationPolicy
    {
        var settings = ConfirmationPolicy.Settings()
        change(&settings)
        return try ConfirmationPolicy(menu: cafe.get(), settings: settings)
    }

    private static func evidence(
        _ lines: [OrderLine] = [ConfirmationGuest.line("water", 2)], total: Int = 400, slots: Double? = nil,
        hearing: Double? = 0.95
    ) -> ConfirmationPolicy.Evidence {
        ConfirmationPolicy.Evidence(
            lines: lines, total: Money(minorUnits: total), leastSlotConfidence: slots, hearing: hearing)
    }

    @Test("As it comes, every order is read back, however sure")
    func always() throws {
        let policy = try Self.policy { _ in }
        #expect(policy.decision(for: Self.evidence(hearing: 1)) == .readBack)
        #expect(policy.reasons(for: Self.evidence(hearing: 1)) == [.always])
    }

    @Test("One setting makes it selective: a small order that was well understood is skipped")
    func selective() throws {
        #expect(try Self.policy().decision(for: Self.evidence()) == .skip)
        #expect(try Self.policy().reasons(for: Self.evidence()).isEmpty)
    }

    static let cases: [(ConfirmationPolicy.Evidence, [ConfirmationReason])] = [
        (evidence([ConfirmationGuest.line("water", confidence: 0.95)]), []),
        (evidence([ConfirmationGuest.line("water", confidence: 0.899)]), [.uncertainLine]),
        (
            evidence([ConfirmationGuest.line("water"), ConfirmationGuest.line("scone", confidence: 0.3)]),
            [.uncertainLine]
        ),
        (evidence([ConfirmationGuest.line("water", confidence: .nan)]), [.uncertainLine]),
        (evidence(slots: 0.95), []), (evidence(slots: 0.94), [.uncertainSlot]),
        (evidence(slots: .nan), [.uncertainSlot]),
        (evidence(hearing: 0.8), []), (evidence(hearing: 0.79), [.uncertainHearing]), (evidence(hearing: nil), []),
        (evidence(hearing: .nan), [.uncertainHearing]),
        (evidence(total: 2_000), []), (evidence(total: 2_001), [.highTotal]), (evidence(total: .max), [.highTotal]),
        (evidence([ConfirmationGuest.line("water", 4)]), []),
        (evidence([ConfirmationGuest.line("water", 5)]), [.highQuantity]),
        (evidence([ConfirmationGuest.line("water", 3), ConfirmationGuest.line("water", 2, id: 2)]), [.highQuantity]),
        (
            evidence([ConfirmationGuest.line("water", .max), ConfirmationGuest.line("water", .max, id: 2)]),
            [.highQuantity]
        ),
        (evidence([]), [.emptyOrder]), (evidence([ConfirmationGuest.line("gone")]), [.touchOnlyItem]),
        (
            evidence([ConfirmationGuest.line("water", 9, confidence: 0.1)], total: 9_000, slots: 0, hearing: 0),
            [.uncertainLine, .uncertainSlot, .uncertainHearing, .highTotal, .highQuantity]
        ),
    ]

    @Test("Each threshold asks by itself, exactly from its value on", arguments: cases.indices)
    func thresholds(_ index: Int) throws {
        let (evidence, reasons) = Self.cases[index]
        let policy = try Self.policy()
        #expect(policy.reasons(for: evidence) == reasons)
        #expect(
            policy.decision(for: evidence)
                == (reasons.isEmpty ? .skip : reasons == [.touchOnlyItem] ? .touch : .readBack))
    }

    @Test("The thresholds are settings")
    func settings() throws {
        let strict = try Self.policy {
            $0 = ConfirmationPolicy.Settings()
            $0.isSelective = true
            $0.highestTotal = .zero
        }
        #expect(strict.reasons(for: Self.evidence()) == [.highTotal])
        let easy = try Self.policy {
            $0.isSelective = true
            $0.leastConfidence = 0.5
            $0.leastHearing = 0.5
            $0.highestTotal = Money(minorUnits: .max)
            $0.mostOfOneItem = 100
        }
        #expect(
            easy.decision(
                for: Self.evidence(
                    [ConfirmationGuest.line("water", 100, confidence: 0.5)], total: 99_999, slots: 0.5, hearing: 0.5))
                == .skip)
    }

    static let badSettings: [(name: String, change: @Sendable (inout ConfirmationPolicy.Settings) -> Void)] = [
        ("leastConfidence", { $0.leastConfidence = 0.4 }), ("leastConfidence", { $0.leastConfidence = 1.1 }),
        ("leastHearing", { $0.leastHearing = .nan }),
        ("highestTotal", { $0.highestTotal = Money(minorUnits: -1) }), ("mostOfOneItem", { $0.mostOfOneItem = 0 }),
    ]

    @Test("A setting outside its range is refused by its name", arguments: badSettings.indices)
    func badSetting(_ index: Int) throws {
        let (name, change) = Self.badSettings[index]
        let error = #expect(throws: ConfirmationError.self) { try Self.policy(change) }
        guard case .badSetting(name, _, _) = error else {
            Issue.record("\(name) was called \(String(describing: error))")
            return
        }
    }
}
