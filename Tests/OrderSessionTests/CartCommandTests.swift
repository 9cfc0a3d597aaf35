internal import OrderSession
internal import Ordering
internal import Testing

/// Commands that name lines by their ids, as touches send them.
struct CartCommandTests {
    private static func option(_ group: String, _ option: String) -> SelectedOption {
        SelectedOption(option: OptionReference(group: group, option: option))
    }

    @Test("A command changes its whole line, where the same words mean one of its pieces")
    func wholeLine() throws {
        var touched = try Guest(), spoken = try Guest()
        touched.says("two large lattes")
        spoken.says("two large lattes")
        touched.touches(.setOption(Self.option("milk", "oat"), of: 1))
        #expect(touched.pending == ["2 latte size/large, milk/oat"])
        spoken.says("make the first one oat milk")
        #expect(spoken.pending == ["1 latte size/large", "1 latte size/large, milk/oat"])
    }

    @Test("A command for a line that is not in the order changes nothing", arguments: [0, 2, 99])
    func unknownLine(_ id: Int) throws {
        var guest = try Guest()
        guest.says("a large latte")
        let commands: [CartCommand] = [
            .remove(line: id), .setQuantity(of: id, to: 3), .setOptions(line: id, []), .copy(line: id, LineChange()),
            .split(line: id, [LineChange(options: [Self.option("milk", "oat")])]),
            .setOption(Self.option("milk", "oat"), of: id),
        ]
        for command in commands {
            guest.touches(command)
            #expect(guest.prompts.first == .notInOrder, "\(command)")
            #expect(guest.pending == ["1 latte size/large"])
        }
    }

    @Test("A command that waits for a line is applied to the line that is touched")
    func whichLine() throws {
        var guest = try Guest()
        guest.says("a small latte")
        guest.says("a large latte")
        #expect(guest.says("remove the latte") == "Which latte do you mean?")
        guest.touches(.answer(.line(1)))
        #expect(guest.pending == ["1 latte size/large"])
    }

    @Test("Options and quantities that are asked for are answered by touch")
    func answers() throws {
        var guest = try Guest()
        guest.says("a latte")
        guest.touches(.answer(.option("large")))
        #expect(guest.pending == ["1 latte size/large"])
        guest.says("fifty muffins")
        #expect(guest.cart.pendingClarification?.line == 2)
        guest.touches(.answer(.quantity(3)))
        #expect(guest.pending == ["1 latte size/large", "3 blueberry-muffin"])
    }

    @Test(
        "An answer that does not fit the question has it asked again",
        arguments: [ClarificationAnswer.option("oat"), .quantity(2), .item("mocha"), .line(1)])
    func wrongAnswer(_ answer: ClarificationAnswer) throws {
        var guest = try Guest()
        let question = guest.says("a latte")
        let again = guest.touches(.answer(answer))
        #expect(again.hasSuffix("?") && question.hasSuffix(again))
        #expect(guest.pending == ["1 latte"])
    }

    @Test("Without a question an answer is not understood")
    func noQuestion() throws {
        var guest = try Guest()
        guest.says("a large latte")
        guest.touches(.answer(.option("small")))
        #expect(guest.prompts.first == .notUnderstood)
        #expect(guest.pending == ["1 latte size/large"])
    }

    @Test("Nothing with a violation is confirmed, and a valid order has none")
    func validation() throws {
        var guest = try Guest()
        guest.says("a latte and a muffin")
        #expect(guest.cart.validatePending() == [.missing(line: 1, group: "size")])
        guest.touches(.confirm)
        #expect(guest.confirmed.isEmpty)
        guest.says("large")
        #expect(guest.cart.validatePending().isEmpty)
        guest.touches(.confirm)
        #expect(guest.confirmed == ["1 latte size/large", "1 blueberry-muffin"])
    }
}
