internal import Testing

@testable internal import Ordering

struct LineResolverTests {
    private static let soup = LineReference.described(items: ["soup"], options: [])

    private static func soups(_ quantities: [Int], sizes: [String] = []) -> [ParsedOrderItem] {
        quantities.enumerated().map { index, quantity in
            let options =
                index < sizes.count
                ? [SelectedOption(option: OptionReference(group: "size", option: sizes[index]))] : []
            return ParsedOrderItem(
                itemId: "soup", name: "Soup", quantity: quantity, options: options, spoken: "", nameSpoken: "",
                confidence: 1)
        }
    }

    private static let pieces: [([Int], Int, LineResolver.Outcome)] = [
        ([3], 2, .lines([0], pieces: 2)), ([1, 2], 1, .lines([1], pieces: 1)), ([3, 1], 2, .lines([0], pieces: 2)),
        ([1, 1], 2, .lines([0, 1], pieces: nil)), ([1, 1, 1], 2, .lines([1, 2], pieces: nil)),
        ([1, 2, 1], 3, .lines([1, 2], pieces: nil)),
        // More than there are: all of them.
        ([1, 1], 5, .lines([0, 1], pieces: nil)), ([0, -1], 1, .lines([0, 1], pieces: nil)),
        ([2, 2], 3, .ambiguous([0, 1])), ([Int.max - 1, Int.max - 1], Int.max, .ambiguous([0, 1])),
    ]

    @Test(
        "Pieces are those of a line that has enough, or the newest lines with as many together; else it is ambiguous",
        arguments: pieces)
    func parts(_ quantities: [Int], _ count: Int, _ found: LineResolver.Outcome) throws {
        let resolver = LineResolver(menu: try MenuFixture.load(MenuFixture.sound))
        #expect(resolver.resolve(.part(count, of: Self.soup), in: Self.soups(quantities), latest: nil) == found)
    }

    @Test("Of lines of several kinds a number is asked about, unless all of them were meant")
    func severalKinds() throws {
        let resolver = LineResolver(menu: try MenuFixture.load(MenuFixture.sound))
        let items = Self.soups([1, 1], sizes: ["small", "large"])
        #expect(resolver.resolve(.part(2, of: Self.soup), in: items, latest: nil) == .ambiguous([0, 1]))
        #expect(
            resolver.resolve(.part(2, of: .every(Self.soup)), in: items, latest: nil) == .lines([0, 1], pieces: nil))
    }
}
