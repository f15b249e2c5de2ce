package dev.callcost.cli;

import dev.callcost.bill.SampledSides;
import dev.callcost.bill.SlowerParts;
import dev.callcost.compare.Cause;
import dev.callcost.compare.CauseSampler;
import dev.callcost.pages.PageFiles;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** Explains slower rows of {@code compare} by the samples of {@code bill}, and writes their flame graphs to the comparison's folder. */
final class SampledCauses implements CauseSampler {
    private final Path folder;
    private final Map<String, String> flameGraphs = new LinkedHashMap<>();
    private SampledSides sides;

    SampledCauses(Path folder) {
        this.folder = folder;
    }

    @Override
    public Duration estimate(Duration pair, double nanosPerOperation) {
        return SampledSides.estimate(pair, nanosPerOperation);
    }

    @Override
    public Optional<Cause> explain(SlowerRow row) {
        if (sides == null) {
            sides = new SampledSides(row.base(), row.head(), row.folder());
        }
        return sides.sample(row.ofBase(), row.baseNanos(), row.ofHead(), row.headNanos(), row.hosts(), row.steps())
                .map(parts -> {
                    flameGraphs.put(row.label(), parts.flameGraph());
                    PageFiles.writeFlames(folder, flameGraphs);
                    return cause(parts);
                });
    }

    private static Cause cause(SlowerParts parts) {
        return new Cause(
                null,
                parts.baseNanos(),
                parts.headNanos(),
                parts.isCpuTime(),
                parts.parts().stream()
                        .map(part -> new Cause.Part(part.name(), part.nanos()))
                        .toList(),
                boxed(parts.baseBytes()),
                boxed(parts.headBytes()));
    }

    private static Double boxed(OptionalDouble number) {
        return number.isPresent() ? number.getAsDouble() : null;
    }
}
