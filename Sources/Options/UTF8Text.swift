/// Where a text stops being UTF-8: the first byte that begins no character; nil where all of it is UTF-8.
public func firstByteOutsideUTF8(_ bytes: some Collection<UInt8>) -> Int? {
    guard String(validating: bytes, as: UTF8.self) == nil else { return nil }
    var parser = UTF8.ForwardParser()
    var iterator = bytes.makeIterator()
    var position = 0
    while case .valid(let scalar) = parser.parseScalar(from: &iterator) { position += scalar.count }
    return position
}
