package dev.callcost.bill;

import dev.callcost.file.BadFileException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
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
 * From a frame to a category: an ordered list of patterns, and the first that matches decides. If a rule matches the thread of a sample, that rule decides;
 * otherwise the innermost frame that a rule matches decides. Other code that is not the JDK's has a category by its package.
 *
 * <p>The text has a line for each category, {@code name: what it is}, with {@code beside } before the name of work that is not part of the call's time. The
 * patterns of a category are indented below it, with {@code *} for any characters. A pattern matches a frame, such as {@code java.lang.Thread.run} or
 * {@code Parker::park}, or in brackets a thread, such as {@code [C2 CompilerThread*}. Lines that begin with {@code #} are comments.
 */
final class CategoryRules {
    private static final String RESOURCE = "bill.rules";
    private static final Pattern CATEGORY = Pattern.compile("(?<beside>beside\\s+)?+(?<name>\\S.*?): (?<about>.*)");
    private static final int PACKAGE_PARTS = 3;

    /**
     * A category of a call's time.
     *
     * @param name in one or two words; of a part, after its whole's
     * @param about a sentence; for a part the full name of its code
     * @param isBeside whether the work runs in addition to the call, on whatever CPU is free, and is not part of its time
     * @param whole the category that it is a part of; empty for a category
     */
    record Ingredient(String name, String about, boolean isBeside, Optional<Ingredient> whole) {
        /** For samples that no rule matches. */
        static final Ingredient OTHER = new Ingredient("other", "no rule matches a frame of it", false);

        Ingredient(String name, String about, boolean isBeside) {
            this(name, about, isBeside, Optional.empty());
        }

        Ingredient part(String label, String fullName) {
            return new Ingredient(name + ": " + label, fullName, isBeside, Optional.of(this));
        }
    }

    /** @param thread its name in brackets */
    record Stack(String thread, List<String> innermostFirst) {
        /** Reads a stack as profilers write it: the thread and then the frames from the outermost, with semicolons between. */
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
     * The category of a stack.
     *
     * @param place of the frame that decides, 0 for the innermost; the number of frames where the thread decides, or nothing
     */
    record Decision(Ingredient category, int place) {}

    private record Rule(Pattern pattern, Ingredient ingredient) {}

    private final List<Rule> ofThreads = new ArrayList<>();
    private final List<Rule> ofFrames = new ArrayList<>();
    private final Map<String, Optional<Ingredient>> known = new HashMap<>();

    private CategoryRules(Path file, List<String> lines) {
        Ingredient category = null;
        for (int i = 0; i < lines.size(); i++) {
            String text = lines.get(i).strip();
            Matcher name = CATEGORY.matcher(lines.get(i));
            if (text.isEmpty() || text.startsWith("#")) {
                continue;
            }
            if (category != null && Character.isWhitespace(lines.get(i).charAt(0))) {
                (text.startsWith("[") ? ofThreads : ofFrames).add(new Rule(pattern(text), category));
            } else if (name.matches()) {
                boolean isBeside = name.group("beside") != null;
                category = new Ingredient(
                        name.group("name").strip(), name.group("about").strip(), isBeside);
            } else {
                String format = " is no rule: a category is NAME: SENTENCE, and its patterns are indented below it";
                throw new BadFileException(file, "line " + (i + 1) + format);
            }
        }
        if (ofFrames.isEmpty() && ofThreads.isEmpty()) {
            throw new BadFileException(file, "holds no rule");
        }
    }

    /**
     * @param file empty for the suite's own rules
     * @throws BadFileException as {@link #read}
     */
    static CategoryRules of(Optional<Path> file) {
        return file.map(CategoryRules::read).orElseGet(CategoryRules::ofSuite);
    }

    static CategoryRules ofSuite() {
        try (InputStream in = CategoryRules.class.getResourceAsStream(RESOURCE)) {
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            return new CategoryRules(Path.of(RESOURCE), text.lines().toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** @throws BadFileException when the file cannot be read, or a line is neither a category nor a pattern */
    static CategoryRules read(Path file) {
        try {
            return new CategoryRules(file, Files.readString(file).lines().toList());
        } catch (IOException e) {
            throw new BadFileException(file, e);
        }
    }

    private static Pattern pattern(String glob) {
        return Pattern.compile(
                Stream.of(glob.split("\\*", -1)).map(Pattern::quote).collect(Collectors.joining(".*")));
    }

    Ingredient of(Stack stack) {
        return decide(stack).category;
    }

    Decision decide(Stack stack) {
        List<String> frames = stack.innermostFirst();
        Optional<Ingredient> category = first(ofThreads, stack.thread());
        for (int place = 0; category.isEmpty() && place < frames.size(); place++) {
            Optional<Ingredient> ofFrame = ofFrame(frames.get(place));
            if (ofFrame.isPresent()) {
                return new Decision(ofFrame.get(), place);
            }
        }
        return new Decision(category.orElse(Ingredient.OTHER), frames.size());
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
        Stream<String> parts = Stream.of(frame.names().get(0).full().split("\\."));
        String name = parts.limit(PACKAGE_PARTS).collect(Collectors.joining("."));
        return Optional.of(new Ingredient(name, "code of this package, which no rule matches", false));
    }
}
