public import Ordering

/// A small café whose menu asks for all that the end of an order can have.
public enum OwnerCafe {
    /// The menu file.
    ///
    /// - Parameters:
    ///   - store: further members of the store's object, beginning with a comma.
    ///   - more: further members of the file, beginning with a comma.
    public static func file(
        store: String = #","service":["eat-here","to-go"],"askFor":"name""#,
        more: String = #","tips":[10,15,20],"taxes":[{"name":"Sales tax","rate":8.875}]"#
    ) -> String {
        """
        {"store":{"name":"Corner Café","currency":"USD","locale":"en-US"\(store)},
         "optionGroups":[
          {"id":"size","name":"Size","kind":"size","options":[
           {"id":"small","name":"Small"},{"id":"large","name":"Large","price":100}]},
          {"id":"milk","name":"Milk","kind":"milk","options":[
           {"id":"whole","name":"Whole milk"},{"id":"oat","name":"Oat milk","price":70}]}],
         "items":[
          {"id":"latte","name":"Latte","category":"coffee","price":425,"groups":["size","milk"],
           "defaults":{"size":"small"},"description":"Espresso with steamed milk","calories":190,
           "featured":true,
           "suggest":["cookie"]},
          {"id":"tea","name":"Tea","category":"coffee","price":333},
          {"id":"cookie","name":"Cookie","category":"bakery","price":275,"featured":true},
          {"id":"croissant","name":"Croissant","category":"bakery","price":350}]\(more)}
        """
    }

    /// The menu.
    public static func menu(_ file: String = file()) throws -> Menu { try MenuLoader.load(Array(file.utf8)) }
}
