package dev.callcost.bill;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * From a frame to a category: an ordered list of patterns, and the first that matches decides. If a rule matches the
 * thread of a sample, that rule decides; otherwise the innermost frame that a rule matches decides. Other code that is
 * not the JDK's has a category by its package. {@code bill.rules} has the rules and explains their format.
 */
final class CategoryRules {
    private static final String RESOURCE = "bill.rules";
    private static final String BESIDE = "beside ";
    private static final int PACKAGE_PARTS = 3;

    /**
     * A category of a call's time, or a part of one.
     *
     * @param name in one or two words; of a part, after its category's
     * @param code the full name of a part's code; else as the name
     * @param isBeside whether the work runs in addition to the call, on whatever CPU is free, and is not part of its
     *     time
     */
    record Ingredient(String name, String code, boolean isBeside) {
        /** For samples that no rule matches. */
        static final Ingredient OTHER = of("other");

        static Ingredient of(String name) {
            return new Ingredient(name, name, false);
        }
    }

    /** @param thread its name in brackets */
    record Stack(String thread, List<String> innermostFirst) {
        /**
         * Reads a stack as profilers write it: the thread and then the frames from the outermost, with semicolons
         * between.
         */
        static Stack of(String collapsed) {
            List<String> frames = new ArrayList<>(List.of(collapsed.split(";")));
            String thread = frames.remove(0);
            Collections.reverse(frames);
            return new Stack(thread, List.copyOf(frames));
        }

        /** The stack without the innermost frame, which is the class of the new object in a sample of allocation. */
        Stack ofAllocator() {
            return new Stack(thread, innermostFirst.stream().skip(1).toList());
        }
    }

    /**
     * The code of a frame.
     *
     * @param isJava whether it is Java code with a package, a class and a method
     * @param inPackage empty for native code
     * @param name package, class and method, or a function
     * @param label without the package
     */
    record Frame(boolean isJava, boolean isJdk, String inPackage, String name, String label) {
        private static final Pattern JDK = Pattern.compile("(java|javax|jdk|sun|com\\.sun)\\..*");

        /**
         * Package, class and method. The class of a lambda or a method handle has an address, which differs from fork
         * to fork.
         */
        private static final Pattern JAVA =
                Pattern.compile("((?:[a-z_]\\w*\\.)*[a-z_]\\w*)\\.([A-Z$_][\\w$]*)[./](?:0x\\p{XDigit}+[./])?(.+)");

        /** The number that a library's file has after netty unpacked it, another one in each fork. */
        private static final Pattern UNPACKED = Pattern.compile("(x86_64|aarch_64)?\\d{9,}\\.so( \\(deleted\\))?$");

        private static final Pattern LAMBDA = Pattern.compile("(\\$\\$Lambda).*");

        /**
         * Reads a frame in a profiler's spelling, such as {@code java.util.HashMap$Node.hashCode} or
         * {@code Parker::park}.
         */
        static Frame of(String text) {
            Matcher java = JAVA.matcher(text);
            if (!java.matches()) {
                String name = UNPACKED.matcher(text).replaceFirst("$1.so");
                return new Frame(false, false, "", name, name);
            }
            String label = LAMBDA.matcher(java.group(2)).replaceFirst("$1") + "." + java.group(3);
            return new Frame(true, JDK.matcher(text).matches(), java.group(1), java.group(1) + "." + label, label);
        }
    }

    /**
     * The category of a stack.
     *
     * @param frame that decides; empty where the thread decides, or nothing
     */
    private record Decision(Ingredient category, Optional<String> frame) {}

    private record Rule(Pattern pattern, Ingredient ingredient) {}

    private final List<Rule> ofThreads = new ArrayList<>();
    private final List<Rule> ofFrames = new ArrayList<>();
    private final Map<String, Optional<Ingredient>> known = new HashMap<>();

    CategoryRules(List<String> lines) {
        Ingredient category = Ingredient.OTHER;
        for (String line : lines) {
            String text = line.strip();
            if (text.isEmpty() || text.startsWith("#")) {
                continue;
            }
            if (Character.isWhitespace(line.charAt(0))) {
                (text.startsWith("[") ? ofThreads : ofFrames).add(new Rule(pattern(text), category));
            } else {
                boolean isBeside = text.startsWith(BESIDE);
                String name = text.substring(isBeside ? BESIDE.length() : 0, text.indexOf(':'));
                category = new Ingredient(name, name, isBeside);
            }
        }
    }

    static CategoryRules ofSuite() {
        try (InputStream in = CategoryRules.class.getResourceAsStream(RESOURCE)) {
            return new CategoryRules(new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Pattern pattern(String glob) {
        return Pattern.compile(
                Stream.of(glob.split("\\*", -1)).map(Pattern::quote).collect(Collectors.joining(".*")));
    }

    Ingredient of(Stack stack) {
        return decide(stack).category;
    }

    private Decision decide(Stack stack) {
        return first(ofThreads, stack.thread())
                .map(category -> new Decision(category, Optional.empty()))
                .or(() -> stack.innermostFirst().stream()
                        .flatMap(frame ->
                                ofFrame(frame).map(category -> new Decision(category, Optional.of(frame))).stream())
                        .findFirst())
                .orElseGet(() -> new Decision(Ingredient.OTHER, Optional.empty()));
    }

    private Optional<Ingredient> ofFrame(String frame) {
        return known.computeIfAbsent(frame, it -> first(ofFrames, it).or(() -> ofPackage(Frame.of(it))));
    }

    private static Optional<Ingredient> first(List<Rule> rules, String text) {
        return rules.stream()
                .filter(rule -> rule.pattern().matcher(text).matches())
                .findFirst()
                .map(Rule::ingredient);
    }

    /** The category of a package that is not the JDK's. */
    private static Optional<Ingredient> ofPackage(Frame frame) {
        if (!frame.isJava() || frame.isJdk()) {
            return Optional.empty();
        }
        return Optional.of(Ingredient.of(
                Stream.of(frame.inPackage().split("\\.")).limit(PACKAGE_PARTS).collect(Collectors.joining("."))));
    }

    /** The sum of what stacks or categories have. */
    static double sum(Map<?, Double> counts) {
        return counts.values().stream().mapToDouble(it -> it).sum();
    }

    /**
     * Rules for benchmarks whose code no rule matches. A category with more than a third of a row's samples is split by
     * the method of the frame that decided, or by the innermost method where no frame did. Methods with less than 2 %
     * are added up as the rest of their category.
     */
    static final class CategorySplit {
        private static final double LARGE = 1.0 / 3;
        private static final double SMALL = 0.02;

        private final CategoryRules rules;
        private final Map<Ingredient, Double> shares = new HashMap<>();

        /** @param samples the row's samples of CPU time in all forks, by stack: all forks have the same parts */
        CategorySplit(CategoryRules rules, Map<Stack, Double> samples) {
            this.rules = rules;
            samples.forEach((stack, count) -> {
                Decision decision = rules.decide(stack);
                if (!decision.category().isBeside()) {
                    shares.merge(decision.category(), count, Double::sum);
                    shares.merge(part(decision, stack), count, Double::sum);
                }
            });
            double all = sum(shares) / 2; // each sample is in a category and in a part
            shares.replaceAll((part, count) -> count / all);
        }

        /** The category of a sample, or its part. */
        Ingredient of(Stack stack) {
            Decision decision = rules.decide(stack);
            Ingredient category = decision.category();
            if (shares.getOrDefault(category, 0.0) <= LARGE) {
                return category;
            }
            Ingredient part = part(decision, stack);
            return shares.getOrDefault(part, 0.0) < SMALL ? Ingredient.of(category.name() + ": rest") : part;
        }

        private static Ingredient part(Decision decision, Stack stack) {
            Frame frame = decision.frame().map(Frame::of).orElseGet(() -> innermost(stack));
            return new Ingredient(decision.category().name() + ": " + frame.label(), frame.name(), false);
        }

        /** The innermost Java frame, or a native one, or the thread. */
        private static Frame innermost(Stack stack) {
            return stack.innermostFirst().stream()
                    .map(Frame::of)
                    .filter(Frame::isJava)
                    .findFirst()
                    .orElseGet(() ->
                            Frame.of(stack.innermostFirst().stream().findFirst().orElse(stack.thread())));
        }
    }
}
