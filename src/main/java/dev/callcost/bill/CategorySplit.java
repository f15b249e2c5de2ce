package dev.callcost.bill;

import dev.callcost.bill.CategoryRules.Ingredient;
import dev.callcost.bill.CategoryRules.Stack;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Rules for benchmarks whose code no rule matches. A category with more than a third of a row's samples is split by the package of the frame that decided, a
 * package with more than a third is split by class, a class by method, and a method by the class and then the method of the JDK that it runs. JDK code with
 * less than 2 % of the samples counts for the method that runs it. Other parts with less are added up as the rest of their category.
 */
final class CategorySplit {
    private static final double LARGE = 1.0 / 3;
    private static final double SMALL = 0.02;

    private final CategoryRules rules;
    private final Map<List<String>, Double> shares = new HashMap<>();
    private final Map<String, Set<String>> fullNames = new HashMap<>();
    private final Map<Ingredient, Double> sizes = new HashMap<>();

    /** @param own the number of names without those of JDK code that another method runs */
    private record Path(Ingredient category, List<Frame.Name> names, int own) {
        private List<String> first(int depth) {
            Stream<String> parts = names.stream().limit(depth).map(Frame.Name::full);
            return Stream.concat(Stream.of(category.name()), parts).toList();
        }
    }

    /** @param samples the row's samples of CPU time in all forks, by stack: all forks have the same parts */
    CategorySplit(CategoryRules rules, Map<Stack, Double> samples) {
        this.rules = rules;
        Map<Path, Double> paths = new HashMap<>();
        samples.forEach((stack, count) -> paths.merge(path(stack), count, Double::sum));
        paths.keySet().removeIf(path -> path.category.isBeside());
        double all = paths.values().stream().mapToDouble(it -> it).sum();
        paths.forEach((path, count) -> {
            for (int depth = 0; depth <= path.names.size(); depth++) {
                shares.merge(path.first(depth), count / all, Double::sum);
            }
        });
        for (Path path : paths.keySet()) {
            int depth = depth(path);
            if (depth > 0) {
                Frame.Name name = path.names.get(depth - 1);
                fullNames
                        .computeIfAbsent(label(path, name), it -> new HashSet<>())
                        .add(name.full());
            }
        }
        paths.forEach((path, count) -> sizes.merge(part(path), count / all, Double::sum));
    }

    /** The category of a sample, or its part. */
    Ingredient of(Stack stack) {
        Ingredient part = part(path(stack));
        boolean isSmall = sizes.getOrDefault(part, 0.0) < SMALL;
        return part.whole()
                .filter(whole -> isSmall)
                .map(whole -> whole.part("rest", "smaller parts"))
                .orElse(part);
    }

    private Ingredient part(Path path) {
        int depth = depth(path);
        if (depth == 0) {
            return path.category;
        }
        Frame.Name name = path.names.get(depth - 1);
        boolean isUnique = fullNames.getOrDefault(label(path, name), Set.of()).size() <= 1;
        return path.category.part(isUnique ? name.label() : name.full(), name.full());
    }

    private static String label(Path path, Frame.Name name) {
        return path.category.name() + ": " + name.label();
    }

    /** How many names of a path tell its part; 0 where the category is not split. */
    private int depth(Path path) {
        int depth = 0;
        while (depth < path.names.size() && share(path, depth) > LARGE) {
            depth++;
        }
        return depth > path.own && share(path, depth) < SMALL ? path.own : depth;
    }

    private double share(Path path, int depth) {
        return shares.getOrDefault(path.first(depth), 0.0);
    }

    private Path path(Stack stack) {
        List<String> frames = stack.innermostFirst();
        CategoryRules.Decision decision = rules.decide(stack);
        List<Frame.Name> names = new ArrayList<>();
        if (decision.place() < frames.size()) {
            names.addAll(Frame.of(frames.get(decision.place())).names());
        }
        int own = names.size();
        Stream<Frame> inner = frames.stream().limit(decision.place()).map(Frame::of);
        inner.filter(Frame::isJava).findFirst().ifPresent(it -> names.addAll(it.names()));
        if (names.isEmpty()) {
            String innermost = frames.isEmpty() ? stack.thread() : frames.get(0);
            names.add(new Frame.Name(innermost, innermost));
        }
        return new Path(decision.category(), names, own == 0 ? names.size() : own);
    }
}
