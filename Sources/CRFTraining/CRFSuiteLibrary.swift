internal import CCRFSuite
internal import PlatformSupport

/// The functions of libcrfsuite (Okazaki, 2007), found once when the library is opened.
///
/// Opened at run time: only training needs it, and a kiosk without it takes orders all the same.
struct CRFSuiteLibrary: Sendable {
    // Function types come from CCRFSuite's header, so a call cannot disagree with the prototype.
    private let createInstance: crfsuite_create_instance_fn
    private let createInstanceFromFile: crfsuite_create_instance_from_file_fn

    /// - Throws: `LearningError.libraryMissing` when libcrfsuite is not installed or is another version.
    static func open() throws(LearningError) -> CRFSuiteLibrary {
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

    /// A new object by its name (`crfsuite_create_instance`, which returns non-zero when it succeeds).
    func create<Object>(_ name: String, as type: Object.Type) throws(LearningError) -> UnsafeMutablePointer<Object> {
        var object: UnsafeMutableRawPointer?
        guard createInstance(name, &object) != 0, let object else {
            throw .failed(function: "crfsuite_create_instance \(name)", code: 0)
        }
        return object.assumingMemoryBound(to: type)
    }

    /// The model of a file (`crfsuite_create_instance_from_file`, which returns zero when it succeeds).
    ///
    /// The library trusts the file; only files that it has just written may be given.
    func model(file path: String) throws(LearningError) -> UnsafeMutablePointer<crfsuite_model_t> {
        var object: UnsafeMutableRawPointer?
        let code = createInstanceFromFile(path, &object)
        guard code == 0, let object else {
            throw .failed(function: "crfsuite_create_instance_from_file", code: Int(code))
        }
        return object.assumingMemoryBound(to: crfsuite_model_t.self)
    }
}

/// The ids of strings (`crfsuite_dictionary_t`).
final class CRFSuiteDictionary {
    let handle: UnsafeMutablePointer<crfsuite_dictionary_t>

    init(_ library: CRFSuiteLibrary) throws(LearningError) {
        handle = try library.create("dictionary", as: crfsuite_dictionary_t.self)
    }

    /// Takes over a dictionary that a model has handed out.
    init(owned handle: UnsafeMutablePointer<crfsuite_dictionary_t>) { self.handle = handle }

    deinit { _ = handle.pointee.release(handle) }

    /// The id of a string, a new one for a new string (`get`).
    func add(_ string: String) throws(LearningError) -> Int32 {
        let id = handle.pointee.get(handle, string)
        guard id >= 0 else { throw .failed(function: "crfsuite_dictionary get", code: Int(id)) }
        return id
    }

    /// The id of a string, or `nil` when it has none (`to_id`).
    func id(_ string: String) -> Int32? {
        let id = handle.pointee.to_id(handle, string)
        return id >= 0 ? id : nil
    }

    /// All strings in the order of their ids (`to_string`).
    func strings() throws(LearningError) -> [String] {
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
