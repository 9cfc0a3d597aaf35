internal import Testing

@testable internal import OrderParsing

/// Words of languages that write several as one.
struct WordSplitterTests {
    private static let splitter = WordSplitter(known: [
        "아메리카노", "카페라떼", "라떼", "두", "잔", "주세요", "große", "latte", "hafermilch",
    ])

    @Test(
        "Words are split and joined at known words; unknown ones stay",
        arguments: [
            ("아메리카노 두 잔 주세요", "아메리카노 두 잔 주세요"),
            ("아메리카노두잔주세요", "아메리카노 두 잔 주세요"),
            ("아메리카노 2잔", "아메리카노 2 잔"), ("12잔", "12 잔"),
            ("카페 라떼", "카페라떼"),
            ("카페 라떼라떼", "카페라떼 라떼"),
            ("모르는말 라떼", "모르는말 라떼"), ("두통", "두통"),
            ("große latte", "große latte"), ("große hafermilchlatte", "große hafermilch latte"),
            ("großex", "großex"), ("", ""),
        ])
    func words(_ said: String, _ read: String) {
        let words = said.split(separator: " ").map(String.init)
        #expect(Self.splitter.words(words) == read.split(separator: " ").map(String.init))
    }

    @Test("What is split is not split again")
    func again() {
        for text in ["아메리카노두잔주세요", "카페 라떼라떼", "hafermilchlatte"] {
            let once = Self.splitter.words([text])
            #expect(Self.splitter.words(once) == once)
        }
    }
}
