internal import Foundation
internal import Testing
internal import VoiceKit

/// Numbers in words.
struct SpokenNumberParserTests {
    @Test(
        "each kind of number has its value",
        arguments: [
            ("forty two point five", "42.5"), ("a hundred and five", "105"), ("twelve hundred and fifty", "1250"),
            ("one million two hundred thousand", "1200000"), ("nineteen eighty four", "1984"),
            ("twenty oh five", "2005"),
            ("minus five", "-5"), ("point two five", "0.25"), ("one point five million", "1500000"),
            ("two and a half", "2.5"), ("three quarters", "0.75"), ("half a dozen", "6"), ("three fifty", "350"),
            ("nought point five", "0.5"), ("zero", "0"), ("seven", "7"), ("two thousand and twelve", "2012"),
            ("five thousand a hundred and six", "5106"),
            ("oh seven double three", "0733"), ("five five five one two one two", "5551212"), ("triple nine", "999"),
            ("eight hundred five five five", "800555"), ("twelve thirty four fifty six", "123456"),
            ("the third", "3rd"), ("twenty first", "21st"), ("one hundred and first", "101st"),
            ("two hundredth", "200th"), ("twelfth", "12th"),
            ("four dollars fifty", "4.50 USD"), ("four dollars and fifty cents", "4.50 USD"),
            ("a buck fifty", "1.50 USD"),
            ("twenty cents", "0.20 USD"), ("five pounds twenty", "5.20 GBP"), ("ten euros", "10.00 EUR"),
            ("two point five million dollars", "2500000.00 USD"), ("fifty percent", "50%"), ("ten per cent", "10%"),
            ("the first of march", "--03-01"), ("march third nineteen ninety nine", "1999-03-03"),
            ("may the fourth", "--05-04"), ("december thirty first two thousand and five", "2005-12-31"),
        ])
    func value(_ text: String, _ written: String) throws {
        #expect(try SpokenNumberParser().parse(text)?.text == written, "\(text)")
    }

    @Test(
        "numerals are read as some recognisers write them",
        arguments: [
            ("42.5", "42.5"), ("1,200", "1200"), ("$4.50", "4.50 USD"), ("it costs €20", "20.00 EUR"), ("50%", "50%"),
            ("March 3rd", "--03-03"), ("the 21st", "21st"), ("3 million", "3000000"), ("5 dollars", "5.00 USD"),
        ])
    func numerals(_ text: String, _ written: String) throws {
        #expect(try SpokenNumberParser().parse(text)?.text == written, "\(text)")
    }

    @Test(
        "a sentence around a number does not matter",
        arguments: [
            ("my number is oh seven double three please", "0733"), ("oh, forty two", "42"),
            ("it's the third of may", "--05-03"),
            ("I would say about twenty five, thanks", "25"), ("um a hundred", "100"), ("may i have two", "2"),
            ("and a half", "0.5"),
        ])
    func sentences(_ text: String, _ written: String) throws {
        #expect(try SpokenNumberParser().parse(text)?.text == written, "\(text)")
    }

    @Test(
        "what is no number, or more than one, is none",
        arguments: [
            "", "hello", "oh", "and the of", "march", "point", "dollars and cents", "two hundred hundred",
            "thousand million thousand five", "five or six", "the thirty second of may", "february thirtieth",
            "point point", "minus", "double", "percent", String(repeating: "nine ", count: 200),
        ])
    func none(_ text: String) throws {
        #expect(try SpokenNumberParser().parse(text) == nil, "\(text)")
    }

    @Test(
        "words that sound alike are put right where only one of them makes a number",
        arguments: [
            ("fifteen nine dollars", "59.00 USD"), ("the eighteen ninth", "89th"), ("seventeen thirteen nine", "1739"),
            ("three thousand two hundred seventeen nine", "3279"), ("nineteen dollars twenty fourth", "19.24 USD"),
            ("two hundred and twelve thousandth six hundred eighty one", "212681"),
            // What makes a number stays.
            ("the twenty ninth", "29th"), ("one nine", "19"), ("fifteen nineteen", "1519"),
        ])
    func misheard(_ text: String, _ written: String) throws {
        #expect(try SpokenNumberParser().parse(text)?.text == written)
    }

    @Test("of two numbers each is found, and the same one twice is one")
    func several() throws {
        let parser = try SpokenNumberParser()
        #expect(parser.numbers(in: "five or six").map(\.text) == ["5", "6"])
        #expect(parser.numbers(in: "five, yes, five").map(\.text) == ["5"])
    }

    @Test("of 300 phrases made by other rules, 97 of a hundred have their value")
    func phrases() throws {
        let parser = try SpokenNumberParser(), sentences = NumberSentences.all()
        let wrong = sentences.filter { parser.parse($0.text) != $0.number }
        #expect(sentences.count == 300 && Set(sentences.map(\.text)).count > 250)
        for sentence in wrong {
            print(
                "number: “\(sentence.text)” is \(parser.parse(sentence.text)?.text ?? "-"),"
                    + " not \(sentence.number.text)"
            )
        }
        #expect(wrong.count <= 9)
    }

    @Test("any words end in a value or in none")
    func robust() throws {
        let parser = try SpokenNumberParser()
        let words = [
            "two", "hundred", "and", "a", "point", "oh", "double", "third", "of", "march", "dollars", "cents", "half",
            "minus", "thousand", "percent", "7", "3.5", "1st", "million", "twenty", "quarter", "999999999999999999999",
        ]
        var state = 7
        for _ in 0..<3_000 {
            let text = (0..<6).map { _ in
                state = (state * 1_103_515_245 + 12_345) & 0x7fff_ffff
                return words[(state >> 8) % words.count]
            }.joined(separator: " ")
            if let number = parser.parse(text) { #expect(!number.text.isEmpty && number.value?.isNaN != true) }
        }
    }
}
