package dev.callcost.data;

import java.util.AbstractList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.RandomAccess;

/**
 * Numbers that never change: 8 bytes a number, where a list of objects takes 20. No library used here has such a list,
 * and one that has is larger than the tools.
 */
final class DoubleList extends AbstractList<Double> implements RandomAccess {
    final double[] numbers;

    private DoubleList(double... numbers) {
        this.numbers = numbers;
    }

    /** @param numbers the list keeps this array */
    static DoubleList of(double... numbers) {
        return new DoubleList(numbers);
    }

    static DoubleList copyOf(Collection<Double> numbers) {
        return numbers instanceof DoubleList list
                ? list
                : new DoubleList(
                        numbers.stream().mapToDouble(Double::doubleValue).toArray());
    }

    @Override
    public List<Double> subList(int from, int to) {
        return of(Arrays.copyOfRange(numbers, from, to));
    }

    @Override
    public Double get(int index) {
        return numbers[index];
    }

    @Override
    public int size() {
        return numbers.length;
    }
}
