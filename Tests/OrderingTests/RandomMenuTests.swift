internal import TestSupport
internal import Testing

@testable internal import Ordering

/// Fault E2: a menu is accepted if and only if it keeps the rules.
struct RandomMenuTests {
    /// Per seed; ten seeds break each rule fifty times or more, and make 100,000 at full scale.
    private static let menus = Repository.rounds(1_000, full: 10_000)

    @Test(
        "Of random menus the valid ones are accepted; those with one fault are refused for that fault",
        arguments: 0..<10)
    func acceptedIfAndOnlyIfValid(_ seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        var wrong: [String] = []
        for number in 0..<Self.menus {
            let fault =
                number.isMultiple(of: 2) ? nil : RandomMenu.Fault.allCases[number / 2 % RandomMenu.Fault.allCases.count]
            let random = RandomMenu(fault: fault, using: &random)
            do throws(MenuInvalid) {
                let menu = try MenuFixture.load(random.text)
                if fault != nil { wrong.append("accepted: \(random.text)") }
                if menu.items.map(\.price.minorUnits) != random.prices { wrong.append("other prices: \(random.text)") }
            } catch {
                guard let fault else { wrong.append("refused with \(error.findings): \(random.text)"); continue }
                guard let key = fault.key else { continue }
                if !error.findings.contains(where: { $0.key.contains(key) }) {
                    wrong.append("\(fault) was called \(error.findings)")
                }
            }
        }
        #expect(wrong.isEmpty, "\(wrong.count) of \(Self.menus), such as: \(wrong.prefix(3))")
    }
}
