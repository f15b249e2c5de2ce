package org.example;

import com.google.gson.Gson;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class JsonBenchmark {
    static class Order {
        String customer = "Jane Doe";
        double total = 12.5;
        List<String> items = List.of("apples", "pears", "plums");
    }

    /** A page of a shop. */
    private static final int ORDERS = 20;

    private final Gson gson = new Gson();
    private Order order = new Order();
    private String json = gson.toJson(order);

    @Benchmark
    public int write() {
        int letters = 0;
        for (int n = 0; n < ORDERS; n++) {
            letters += gson.toJson(order).length();
        }
        return letters;
    }

    @Benchmark
    public Order read() {
        return gson.fromJson(json, Order.class);
    }

    @Benchmark
    public Order copy() {
        return gson.fromJson(gson.toJson(order), Order.class);
    }
}
