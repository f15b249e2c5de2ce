package dev.callcost.bill;

import dev.callcost.agent.Sampler.Event;
import dev.callcost.bill.CategoryRules.Frame;
import dev.callcost.bill.CategoryRules.Ingredient;
import dev.callcost.bill.CategoryRules.Stack;
import dev.callcost.bill.SampledRow.ForkBill;
import dev.callcost.data.Fork;
import dev.callcost.data.Fork.Iteration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The parts of a call's time that explain most of why head takes longer than base. A sample of CPU time counts for the
 * innermost frame of Java code that is neither the JDK's nor JMH's, so that a method has the time of the native code
 * and of the JDK's methods that it calls. Samples of the collector's threads are one part: code that allocates more
 * makes calls wait for it. Other samples count for their innermost frame. The time of a part is its share of the
 * samples, the mean over forks, multiplied by the time per call. Pairs of forks have measured the time per call: the
 * few sampled forks do not take turns within iterations, and other programs change their times, but hardly their
 * shares.
 *
 * @param baseNanos per call
 * @param isCpuTime whether the times are CPU time, because threads run on several CPUs at once
 * @param parts the longest change first; together they explain half of the change, unless more than three would be
 *     needed
 * @param baseBytes allocated per call; empty when unknown
 * @param flameGraph of head in the color of the change, as HTML
 */
public record SlowerParts(
        double baseNanos,
        double headNanos,
        boolean isCpuTime,
        List<Part> parts,
        OptionalDouble baseBytes,
        OptionalDouble headBytes,
        String flameGraph) {
    private static final int MOST = 3;

    /** The share of the change that the shown parts explain. */
    private static final double ENOUGH = 0.5;

    private static final Pattern JMH = Pattern.compile("org\\.openjdk\\.jmh\\..*|.*\\.jmh_generated\\..*");

    /** Threads of HotSpot's collectors. The serial one runs in the VM's own thread. */
    private static final Pattern COLLECTOR =
            Pattern.compile("\\[(GC Thread|G1 |VM Thread|[XZ](Worker|Driver|Director)|Shenandoah).*");

    private static final Ingredient COLLECTION = Ingredient.of("garbage collection");

    /**
     * A part of a call.
     *
     * @param name class and method, or a native function
     * @param nanos how much longer it takes in head, per call
     */
    public record Part(String name, double nanos) {
        public Part {
            Objects.requireNonNull(name);
        }
    }

    /** The forks of a side, and the time per call. */
    private record SideForks(SampledRow row, List<ForkBill> forks, double nanos) {
        static SideForks of(List<Fork> forks, double nanos, CategoryRules rules) {
            SampledRow row = SampledRow.of(forks).get(0);
            return new SideForks(
                    row,
                    row.forks().stream()
                            .map(fork -> ForkBill.of(fork, stack -> category(stack, rules)))
                            .toList(),
                    nanos);
        }

        /**
         * CPU time of a call as a share of its time, without the time when other programs had the CPUs. It is the upper
         * quartile of iterations: other programs delay iterations, and the CPU time of a process has coarse steps.
         */
        private double busy() {
            double[] shares = forks.stream()
                    .flatMapToDouble(bill -> SampledRow.iterations(bill.fork(), Event.NONE).stream()
                            .mapToDouble(iteration -> (1 - bill.besideShare()) * busy(bill.fork(), iteration)))
                    .sorted()
                    .toArray();
            return shares[3 * (shares.length - 1) / 4];
        }

        private static double busy(Fork fork, Iteration iteration) {
            double nanos = Math.exp(fork.row().logNanos().orElseThrow().applyAsDouble(Math.log(iteration.score())));
            double time = nanos * Math.max(1, iteration.operations());
            double withoutCpu = Math.max(0, time - iteration.cpuNanos());
            return iteration.cpuNanos() / (time - Math.min(withoutCpu, SampledRow.contended(iteration)));
        }

        double cpuNanos() {
            return busy() * nanos;
        }

        double share(Ingredient part) {
            return Bill.mean(forks, fork -> fork.time().share(part));
        }
    }

    /**
     * @param base forks of the row
     * @param baseNanos per call, by pairs of forks
     */
    static SlowerParts of(List<Fork> base, double baseNanos, List<Fork> head, double headNanos) {
        CategoryRules rules = CategoryRules.ofSuite();
        SideForks before = SideForks.of(base, baseNanos, rules);
        SideForks after = SideForks.of(head, headNanos, rules);
        boolean isCpuTime = Math.max(before.busy(), after.busy()) > 1 + Bill.FILLED;
        boolean isFilled = Math.min(before.busy(), after.busy()) >= 1 - Bill.FILLED && !isCpuTime;
        double cpuBefore = isFilled ? baseNanos : before.cpuNanos();
        double cpuAfter = isFilled ? headNanos : after.cpuNanos();
        Map<Ingredient, Double> changes = new LinkedHashMap<>();
        Stream.of(before, after)
                .flatMap(side -> side.forks.stream())
                .flatMap(fork -> fork.time().own().keySet().stream())
                .forEach(it -> changes.put(it, after.share(it) * cpuAfter - before.share(it) * cpuBefore));
        offset(
                changes,
                callers(
                        Stream.of(before, after)
                                .flatMap(side -> side.row.pooled().keySet().stream())
                                .toList(),
                        rules));
        List<Part> parts = new ArrayList<>();
        changes.forEach((it, nanos) -> parts.add(new Part(it.name(), nanos)));
        if (!isFilled && !isCpuTime) {
            parts.add(new Part(BillReport.WAITING, headNanos - cpuAfter - (baseNanos - cpuBefore)));
        }
        double baseWhole = isCpuTime ? cpuBefore : baseNanos;
        double headWhole = isCpuTime ? cpuAfter : headNanos;
        String what = isFilled ? "per call" : "of CPU time per call";
        return new SlowerParts(
                baseWhole,
                headWhole,
                isCpuTime,
                most(parts, headWhole - baseWhole),
                Bill.bytes(before.row),
                Bill.bytes(after.row),
                FlameGraphs.ofChange(before.row, cpuBefore, after.row, cpuAfter, what, rules));
    }

    /** The parts that are on one stack, as callers or called. */
    private static Map<Ingredient, Set<Ingredient>> callers(Collection<Stack> stacks, CategoryRules rules) {
        Map<Ingredient, Set<Ingredient>> callers = new HashMap<>();
        for (Stack stack : stacks) {
            Ingredient part = category(stack, rules);
            methods(stack).filter(caller -> !caller.equals(part)).forEach(caller -> {
                callers.computeIfAbsent(part, it -> new LinkedHashSet<>()).add(caller);
                callers.computeIfAbsent(caller, it -> new LinkedHashSet<>()).add(part);
            });
        }
        return callers;
    }

    /**
     * Offsets what a method lost against what its callers and the methods that it calls gained. Code moves between them
     * when a method is extracted. The compiler also moves samples: it does not know of each instruction of an inlined
     * loop whether it is the caller's.
     */
    private static void offset(Map<Ingredient, Double> changes, Map<Ingredient, Set<Ingredient>> callers) {
        Comparator<Ingredient> bySize = Comparator.comparingDouble(it -> -Math.abs(changes.get(it)));
        for (Ingredient lost : changes.keySet().stream()
                .filter(it -> changes.get(it) < 0)
                .sorted(bySize)
                .toList()) {
            for (Ingredient gained : callers.getOrDefault(lost, Set.of()).stream()
                    .filter(it -> changes.getOrDefault(it, 0.0) > 0)
                    .sorted(bySize)
                    .toList()) {
                double both = Math.min(-changes.get(lost), changes.get(gained));
                changes.merge(lost, both, Double::sum);
                changes.merge(gained, -both, Double::sum);
            }
        }
    }

    private static List<Part> most(List<Part> parts, double change) {
        List<Part> most = new ArrayList<>();
        double explained = 0;
        for (Part part : parts.stream()
                .filter(it -> it.nanos > 0)
                .sorted(Comparator.comparingDouble((Part it) -> -it.nanos).thenComparing(Part::name))
                .limit(MOST)
                .toList()) {
            if (explained < ENOUGH * change) {
                most.add(part);
                explained += part.nanos;
            }
        }
        return most;
    }

    private static Ingredient category(Stack stack, CategoryRules rules) {
        Ingredient known = rules.of(stack);
        if (known.isBeside()) {
            return known;
        }
        return methods(stack).findFirst().orElseGet(() -> ofNoMethod(stack));
    }

    /** The methods of a stack that are neither the JDK's nor JMH's, the innermost first. */
    private static Stream<Ingredient> methods(Stack stack) {
        return stack.innermostFirst().stream()
                .filter(frame -> !JMH.matcher(frame).matches())
                .map(Frame::of)
                .filter(frame -> frame.isJava() && !frame.isJdk())
                .map(SlowerParts::part);
    }

    private static Ingredient ofNoMethod(Stack stack) {
        if (COLLECTOR.matcher(stack.thread()).matches()) {
            return COLLECTION;
        }
        return stack.innermostFirst().stream()
                .findFirst()
                .map(Frame::of)
                .map(SlowerParts::part)
                .orElseGet(() -> Ingredient.of(stack.thread()));
    }

    /** The method or the function of a frame, in the spelling of changed methods. */
    private static Ingredient part(Frame frame) {
        int method = frame.label().lastIndexOf('.');
        String label = frame.isJava()
                ? frame.label().substring(0, method).replace('$', '.')
                        + frame.label().substring(method)
                : frame.label();
        return new Ingredient(label, frame.name(), false);
    }
}
