package extract

// RandomGenerics is randomGenerics for tests of the whole extractor.
var RandomGenerics = randomGenerics
