package dev.callcost.data;

import java.util.AbstractList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.RandomAccess;

/**
 * Numbers that never change: 8 bytes a number, where a list of objects takes 20. No library used here has such a list,
 * and one that has is larger than the tools. Numbers of a log stay text until they are asked for: verdicts need few of
 * them.
 */
final class DoubleList extends AbstractList<Double> implements RandomAccess {
    /** The numbers, or their text. */
    private volatile Object content;

    private DoubleList(Object content) {
        this.content = content;
    }

    /** @param numbers the list keeps this array */
    static DoubleList of(double... numbers) {
        return new DoubleList(numbers);
    }

    /**
     * @param numbers in JSON with commas and without blanks; the list throws a RuntimeException when it is asked for
     *     numbers and one is none
     */
    static DoubleList parsed(String numbers) {
        return new DoubleList(numbers);
    }

    static DoubleList copyOf(Collection<Double> numbers) {
        return numbers instanceof DoubleList list
                ? list
                : of(numbers.stream().mapToDouble(Double::doubleValue).toArray());
    }

    /** Not a copy. */
    double[] numbers() {
        Object now = content;
        if (now instanceof String text) {
            double[] numbers = parse(text);
            content = numbers;
            return numbers;
        }
        return (double[]) now;
    }

    private static double[] parse(String text) {
        double[] numbers = new double[16];
        int count = 0;
        for (int from = 0; from < text.length(); count++) {
            int comma = text.indexOf(',', from);
            int to = comma < 0 ? text.length() : comma;
            int quote = text.charAt(from) == '"' ? 1 : 0; // around a word such as NaN
            numbers = count < numbers.length ? numbers : Arrays.copyOf(numbers, 2 * count);
            numbers[count] = Double.parseDouble(text.substring(from + quote, to - quote));
            from = to + 1;
        }
        return Arrays.copyOf(numbers, count);
    }

    @Override
    public List<Double> subList(int from, int to) {
        return of(Arrays.copyOfRange(numbers(), from, to));
    }

    @Override
    public Double get(int index) {
        return numbers()[index];
    }

    @Override
    public boolean isEmpty() {
        return content instanceof String text ? text.isEmpty() : numbers().length == 0;
    }

    @Override
    public int size() {
        return numbers().length;
    }
}
