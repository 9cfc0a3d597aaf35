internal import Ordering

@testable internal import OrderParsing

/// What the suites of this target parse with, each made once.
enum Parsers {
    /// The café that comes with Brews.
    static let cafe = Result { try OrderParsingPipeline(menu: MenuLoader.builtIn()) }

    /// A house with another menu.
    static let noodleHouse = Result { try OrderParsingPipeline(menu: NoodleHouse.menu.get()) }

    static let numbers = Result { NumeralParser(try Language.english().numbers) }
}
