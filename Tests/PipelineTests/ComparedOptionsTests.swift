import Stages
import Testing

@testable import Pipeline

/// Rule 4.2: options at their defaults are no part of what is compared.
@Suite struct ComparedOptionsTests {
    private let catalog = Catalog(stages: [DropSpikes.self, FindStays.self, Thin.self], reports: [])

    @Test func `options at their defaults are left out`() {
        let compared = ComparedOptions(catalog)
        #expect(
            compared.normal("drop-spikes.speed=70.0\ndrop-spikes.slack=30.0\ndrop-spikes=\nsame-time=best-accuracy\ntimezone=UTC")
                == "drop-spikes.speed=70.0\ndrop-spikes=\ntimezone=UTC")
    }

    @Test func `an option that a later program has, at its default, makes no difference`() {
        let compared = ComparedOptions(catalog)
        #expect(
            compared.normal("drop-spikes.speed=70.0\ndrop-spikes=")
                == compared.normal("drop-spikes.speed=70.0\ndrop-spikes.slack=30.0\ndrop-spikes="))
        #expect(compared.normal("drop-spikes.slack=31.0\ndrop-spikes=") != compared.normal("drop-spikes="))
    }

    @Test func `an option whose default has changed is always compared`() {
        let compared = ComparedOptions(catalog, changed: ["drop-spikes.slack"])
        #expect(compared.normal("drop-spikes.slack=30.0\ndrop-spikes=") == "drop-spikes.slack=30.0\ndrop-spikes=")
    }

    @Test func `an option of the second source is none of the first`() {
        let compared = ComparedOptions(catalog)
        let one = compared.normal("read.late=0.0\nread.delimiter=;\nread.late=86400.0\nread.delimiter=auto")
        let other = compared.normal("read.late=0.0\nread.delimiter=auto\nread.late=86400.0\nread.delimiter=;")
        #expect(one == "read.delimiter=;\nread=\nread.late=86400.0")
        #expect(other == "read=\nread.late=86400.0\nread.delimiter=;")
    }

    @Test func `lines of the devices file are left out, and what is normal stays so`() {
        let compared = ComparedOptions(catalog)
        let normal = compared.normal("thin.every=60.0\nthin=\ndevices.pet-1=pet\ntimezone=UTC")
        #expect(normal == "thin.every=60.0\nthin=\ntimezone=UTC")
        #expect(compared.normal(normal) == normal)
    }
}
