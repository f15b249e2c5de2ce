package dev.callcost.data;

import java.util.AbstractList;
import java.util.Collection;
import java.util.RandomAccess;
import java.util.stream.DoubleStream;

/** Numbers that never change: 8 bytes a number, where a list of objects takes 20. */
final class DoubleList extends AbstractList<Double> implements RandomAccess {
    private final double[] numbers;

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

    DoubleStream numbers() {
        return DoubleStream.of(numbers);
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
