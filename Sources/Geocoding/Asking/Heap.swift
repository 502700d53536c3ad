/// A queue that gives the smallest element first.
struct Heap<Element: Comparable> {
    private var elements: [Element] = []

    /// An empty queue.
    init() {}

    var isEmpty: Bool { elements.isEmpty }
    var count: Int { elements.count }
    /// The smallest element.
    var first: Element? { elements.first }

    /// Adds an element. Complexity: O(log n); O(1) where none is larger.
    mutating func insert(_ element: Element) {
        elements.append(element)
        var child = elements.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard elements[child] < elements[parent] else { return }
            elements.swapAt(child, parent)
            child = parent
        }
    }

    /// Takes out the smallest element. Complexity: O(log n).
    mutating func removeFirst() -> Element? {
        guard let first = elements.first else { return nil }
        let last = elements.removeLast()
        guard !elements.isEmpty else { return first }
        elements[0] = last
        var parent = 0
        while true {
            let left = 2 * parent + 1
            guard left < elements.count else { return first }
            let right = left + 1
            let child = right < elements.count && elements[right] < elements[left] ? right : left
            guard elements[child] < elements[parent] else { return first }
            elements.swapAt(child, parent)
            parent = child
        }
    }
}
