import Ordering

let menu = try MenuLoader.builtIn()
print("Welcome to \(menu.store.name). What would you like?")
