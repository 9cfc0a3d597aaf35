import EmbeddedFiles
internal import Foundation

/// Words of the training sentences that no menu supplies ("can", "please"): the tagger's only lexical features.
///
/// `ParserTraining` derives the list from its templates; a test keeps both alike. It is stored by itself so that the
/// parser starts without decoding the templates.
package enum ClosedClassWords {
    /// - Throws: a decoding error if the built-in file is damaged; a test excludes that.
    package static func english() throws -> Set<String> {
        try JSONDecoder().decode(Set<String>.self, from: Data(EmbeddedFile.closedClassWords.bytes))
    }
}
