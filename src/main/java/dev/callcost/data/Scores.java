package dev.callcost.data;

import java.util.AbstractList;
import java.util.Arrays;
import java.util.Collection;
import java.util.RandomAccess;
import java.util.stream.Stream;

/** An unmodifiable list of numbers that takes 8 bytes a number. */
final class Scores extends AbstractList<Double> implements RandomAccess {
    private final double[] values;

    /** @param values are not copied */
    Scores(double[] values) {
        this.values = values;
    }

    static Scores of(Collection<Double> values) {
        return values instanceof Scores scores
                ? scores
                : new Scores(values.stream().mapToDouble(Double::doubleValue).toArray());
    }

    /** A copy. */
    static double[] array(Collection<Double> values) {
        return of(values).values.clone();
    }

    @Override
    public Double get(int index) {
        return values[index];
    }

    @Override
    public int size() {
        return values.length;
    }

    @Override
    public Stream<Double> stream() {
        return Arrays.stream(values).boxed();
    }
}
