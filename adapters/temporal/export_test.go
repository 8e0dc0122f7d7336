package temporal

// SetFileStore sets the function that opens the store of the end-to-end tests. Package
// sqlite imports this package, so that the tests inside of it cannot import sqlite.
func SetFileStore(open func(path string) (Store, error)) { fileStore = open }
