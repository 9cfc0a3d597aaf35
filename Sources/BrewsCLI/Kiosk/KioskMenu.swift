internal import Foundation
internal import ModelCatalogue
internal import Ordering

extension Setup {
    /// SHA-256 of the menu file, which every order carries.
    func menuDigest() throws(CLIError) -> String {
        let digest = menuPath.map(FileDigest.sha256(ofFile:)) ?? FileDigest.sha256(of: Data(MenuLoader.builtInFile))
        guard let digest else { throw .input("the menu \(menuPath ?? "") cannot be read") }
        return digest
    }
}
