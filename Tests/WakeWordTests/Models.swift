internal import Foundation
internal import ModelCatalogue
internal import Moonshine
internal import Speech
internal import TestSupport

@testable internal import WakeWord

/// The bundled model's network, put together once for all tests.
enum Models {
    static func bytes() throws -> [UInt8] { try bytes("am/final.mdl") }

    static func transformerBytes() throws -> [UInt8] { try bytes("wake/moonshine.mdl") }

    private static func bytes(_ file: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: Repository.models.appendingPathComponent("brews-en/\(file)")))
    }

    private static let loaded = Result { try AcousticNetwork(bytes()) }
    private static let loadedTransformer = Result { try MoonshineModel(transformerBytes()) }

    /// Where scores made by hand have each phone.
    static let outputs = Phone.allCases.indices.map {
        AcousticModelFile.PhoneOutputs(forward: 2 * $0, selfLoop: 2 * $0 + 1)
    }

    static func transformer() throws -> MoonshineModel { try loadedTransformer.get() }

    static func network() throws -> AcousticNetwork { try loaded.get() }

    static func heyBrews() throws -> WakePhrase { try WakePhrase(text: "hey brews", phones: "HH EY | B R UW Z") }

    static func spotter(_ settings: SpottingSettings = SpottingSettings()) throws -> WakeWordSpotter {
        try WakeWordSpotter(network: network(), transformer: transformer(), phrases: [heyBrews()], settings: settings)
    }
}
