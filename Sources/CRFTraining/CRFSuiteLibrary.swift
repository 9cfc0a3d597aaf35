internal import CCRFSuite
internal import PlatformSupport

/// The functions of libcrfsuite (Okazaki, 2007), resolved when the library is opened.
///
/// The library is opened at run time because only training needs it; a kiosk works without it.
struct CRFSuiteLibrary: Sendable {
    // The function types come from CCRFSuite's header, so a call cannot disagree with the prototype.
    private let createInstance: crfsuite_create_instance_fn
    private let createInstanceFromFile: crfsuite_create_instance_from_file_fn

    /// Opens the library.
    ///
    /// - Throws: `CRFTrainingError.libraryMissing` when libcrfsuite is not installed or has another version.
    static func open() throws(CRFTrainingError) -> CRFSuiteLibrary {
        do {
            let library = try DynamicLibrary(["libcrfsuite.so", "/usr/local/lib/libcrfsuite.so"])
            return CRFSuiteLibrary(
                createInstance: try library.function("crfsuite_create_instance", as: crfsuite_create_instance_fn.self),
                createInstanceFromFile: try library.function(
                    "crfsuite_create_instance_from_file", as: crfsuite_create_instance_from_file_fn.self))
        } catch {
            throw .libraryMissing(reason: error.reason)
        }
    }

    /// Creates an object by its name (`crfsuite_create_instance`, which returns non-zero on success).
    func create<Object>(_ name: String, as type: Object.Type) throws(CRFTrainingError) -> UnsafeMutablePointer<Object> {
        var object: UnsafeMutableRawPointer?
        guard createInstance(name, &object) != 0, let object else {
            throw .failed(function: "crfsuite_create_instance \(name)", code: 0)
        }
        return object.assumingMemoryBound(to: type)
    }

    /// Loads a model file (`crfsuite_create_instance_from_file`, which returns zero on success).
    ///
    /// The library trusts the file, so pass only files that it has just written.
    func model(file path: String) throws(CRFTrainingError) -> UnsafeMutablePointer<crfsuite_model_t> {
        var object: UnsafeMutableRawPointer?
        let code = createInstanceFromFile(path, &object)
        guard code == 0, let object else {
            throw .failed(function: "crfsuite_create_instance_from_file", code: Int(code))
        }
        return object.assumingMemoryBound(to: crfsuite_model_t.self)
    }
}

/// The mapping between strings and ids (`crfsuite_dictionary_t`).
final class CRFSuiteDictionary {
    let handle: UnsafeMutablePointer<crfsuite_dictionary_t>

    init(_ library: CRFSuiteLibrary) throws(CRFTrainingError) {
        handle = try library.create("dictionary", as: crfsuite_dictionary_t.self)
    }

    /// Takes ownership of a dictionary returned by a model.
    init(owned handle: UnsafeMutablePointer<crfsuite_dictionary_t>) { self.handle = handle }

    deinit { _ = handle.pointee.release(handle) }

    /// Returns the id of a string and adds the string if it is new (`get`).
    func add(_ string: String) throws(CRFTrainingError) -> Int32 {
        let id = handle.pointee.get(handle, string)
        guard id >= 0 else { throw .failed(function: "crfsuite_dictionary get", code: Int(id)) }
        return id
    }

    /// Returns the id of a string, or `nil` when it has none (`to_id`).
    func id(_ string: String) -> Int32? {
        let id = handle.pointee.to_id(handle, string)
        return id >= 0 ? id : nil
    }

    /// Returns all strings in the order of their ids (`to_string`).
    func strings() throws(CRFTrainingError) -> [String] {
        var strings: [String] = []
        for id in 0..<handle.pointee.num(handle) {
            var text: UnsafePointer<CChar>?
            let code = handle.pointee.to_string(handle, id, &text)
            guard code == 0, let text else { throw .failed(function: "crfsuite_dictionary to_string", code: Int(code)) }
            strings.append(String(cString: text))
            handle.pointee.free(handle, text)
        }
        return strings
    }
}
