internal import Foundation
internal import Ordering

/// What the kiosk's own sentences are made of: names of the menu, words of the prompts, numbers and prices. Anything
/// else in a reply can only be something a guest said.
struct KioskSentence: Sendable {
    private let words: Set<String>

    init(menu: Menu) {
        var names = menu.items.flatMap { [$0.name] + $0.allergens } + menu.rules.compactMap(\.say)
        for group in menu.optionGroups {
            names += [group.name] + group.options.flatMap { [$0.name] + $0.allergens }
        }
        let singular = names.flatMap(Self.words)
        let plural = singular.flatMap { [$0 + "s", $0 + "es", $0.hasSuffix("y") ? $0.dropLast() + "ies" : $0] }
        words = Set(singular + plural + Self.promptWords)
    }

    /// Words of a reply that are neither the menu's nor the prompts'.
    func strangeWords(_ reply: String) -> [String] {
        Self.words(reply).filter { !words.contains($0) && $0.contains(where: \.isLetter) }
    }

    /// Characters of a reply that no sentence of ours has.
    static func strangeCharacters(_ reply: String) -> [Character] {
        reply.filter { !($0.isASCII && ($0.isLetter || $0.isNumber)) && !" .,:?'$%".contains($0) }.map(\.self)
    }

    private static func words(_ text: String) -> [String] {
        text.lowercased().split { !($0.isLetter || $0.isNumber || $0 == "'") }.map(String.init)
    }

    /// Every word of `PromptWriter`'s and `MenuAnswers`' sentences.
    private static let promptWords: [String] = words(
        """
        I took away. That is not in your order. What would you like to change about the? You have a an and or with no \
        light extra. Is that right? Anything else? Added.
        Once more: for. Please say yes or no. Please confirm your order on the screen. Thank you. Your total is. \
        Say to place the order, no to change it, or touch. help. You're welcome. tell at the counter whether it is to \
        go. Are still there? Shall I empty your whole order? cancel. leave it out? nothing was changed. I have left \
        that out for now. I still need an answer. You can also say never mind. \
        All right. What shall I change? What else would you like?
        Say what you would like, for example: read it back to hear your order, or that's all when you are done. \
        Your order is cancelled. Your order is empty again.
        Sorry, I did not get that. Please say it again. Which one do you mean? What would you like with? Which for? I \
        can take up to of. How many would you like?
        Sorry, is not available right now. we are out of those. does not come with. I can add up to of the. needs a. \
        An order can have up to different items. Please ask our staff for more. orders up to.
        I don't know that. ask our staff. starts at, more. costs nothing extra. is extra. a choice of. We have. \
        comes as it is. comes with. and more. The screen shows them all.
        Yes, we have, for example with. about allergens before you order. I don't know about. is in. to be sure. \
        No allergens are listed for. contains. It is not listed for. Sorry, we don't have any. Sorry, \
        there was something else that I did not get.
        """)
}
