print("What would you like?")
