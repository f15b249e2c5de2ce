package dev.callcost.agent;

import java.util.Collection;
import java.util.TreeSet;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.Aggregator;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ResultRole;

/** The classes and methods that did not count, a line each: a text among JMH's results, which JMH prints. */
public final class UncountedNames extends Result<UncountedNames> {
    /** The name of the result. */
    public static final String LABEL = WorkReader.PREFIX + "uncounted";

    private static final long serialVersionUID = 1;

    /** The unit by which JMH marks a text. */
    private static final String TEXT = "---";

    private final TreeSet<String> names;

    UncountedNames(Collection<String> names) {
        super(ResultRole.SECONDARY, LABEL, of(Double.NaN), TEXT, AggregationPolicy.AVG);
        this.names = new TreeSet<>(names);
    }

    @Override
    protected Aggregator<UncountedNames> getThreadAggregator() {
        return UncountedNames::joined;
    }

    @Override
    protected Aggregator<UncountedNames> getIterationAggregator() {
        return UncountedNames::joined;
    }

    /** JMH's own text appends those of all iterations and forks. */
    private static UncountedNames joined(Collection<UncountedNames> all) {
        return new UncountedNames(all.stream().flatMap(it -> it.names.stream()).toList());
    }

    @Override
    public String toString() {
        return "not counted: " + names;
    }

    @Override
    public String extendedInfo() {
        return String.join("\n", names);
    }
}
