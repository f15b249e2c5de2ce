package dev.callcost.bill;

import dev.callcost.text.BadFileException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.MalformedInputException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * From a frame to an ingredient: an ordered list of patterns, of which the first that fits decides. A sample belongs to the ingredient of its
 * thread when a rule names that, else of the innermost of its frames that a rule knows; code of a package other than the JDK's that no
 * rule knows is an ingredient by its package.
 *
 * <p>The text has a line for each ingredient, {@code name: what it is}, with {@code beside } before the name for what is no part of the call's
 * time, and below it, indented, patterns with {@code *} for any characters: of frames as {@code java.lang.Thread.run} or
 * {@code Parker::park}, and in brackets of threads as {@code [C2 CompilerThread*}. Lines that begin with {@code #} are comments.
 */
final class Rules {
    private static final String RESOURCE = "bill.rules";
    private static final String BESIDE = "beside ";

    private static final int PACKAGE_PARTS = 3;

    private record Rule(Pattern pattern, Ingredient ingredient) {}

    private final List<Rule> ofThreads = new ArrayList<>();
    private final List<Rule> ofFrames = new ArrayList<>();
    private final List<Ingredient> ingredients = new ArrayList<>();
    private final Map<String, Optional<Ingredient>> known = new HashMap<>();

    private Rules() {}

    /** The suite's own. */
    static Rules ofSuite() {
        try (InputStream in = Rules.class.getResourceAsStream(RESOURCE)) {
            return parse(Path.of(RESOURCE), new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Those of a file.
     *
     * @throws BadFileException when it cannot be read, or a line is neither an ingredient nor a pattern of one
     */
    static Rules read(Path file) {
        try {
            return parse(file, Files.readString(file));
        } catch (NoSuchFileException e) {
            throw new BadFileException(file, "no such file");
        } catch (MalformedInputException e) {
            throw new BadFileException(file, "is not UTF-8 text");
        } catch (IOException e) {
            throw new BadFileException(file, "cannot be read: " + e.getMessage());
        }
    }

    private static Rules parse(Path file, String text) {
        Rules rules = new Rules();
        int number = 0;
        for (String line : text.lines().toList()) {
            number++;
            if (!line.isBlank() && !line.strip().startsWith("#") && !rules.take(line)) {
                throw new BadFileException(
                        file,
                        "line " + number
                                + " is no rule: a category is NAME: SENTENCE, and its patterns are indented below it");
            }
        }
        if (rules.ofFrames.isEmpty() && rules.ofThreads.isEmpty()) {
            throw new BadFileException(file, "holds no rule");
        }
        return rules;
    }

    private boolean take(String line) {
        if (Character.isWhitespace(line.charAt(0))) {
            if (ingredients.isEmpty()) {
                return false;
            }
            String glob = line.strip();
            Rule rule = new Rule(pattern(glob), ingredients.get(ingredients.size() - 1));
            (glob.startsWith("[") ? ofThreads : ofFrames).add(rule);
            return true;
        }
        int colon = line.indexOf(": ");
        boolean isBeside = line.startsWith(BESIDE);
        if (colon < (isBeside ? BESIDE.length() : 0) + 1) {
            return false;
        }
        String name = line.substring(isBeside ? BESIDE.length() : 0, colon).strip();
        ingredients.add(new Ingredient(name, line.substring(colon + 2).strip(), isBeside));
        return true;
    }

    private static Pattern pattern(String glob) {
        return Pattern.compile(Pattern.compile("\\*")
                .splitAsStream(glob + "\0")
                .map(part -> part.replace("\0", ""))
                .map(Pattern::quote)
                .collect(Collectors.joining(".*")));
    }

    /** The ingredient of a sample. */
    Ingredient of(Stack stack) {
        return first(ofThreads, stack.thread())
                .or(() -> stack.innermostFirst().stream()
                        .flatMap(frame -> ofFrame(frame).stream())
                        .findFirst())
                .orElse(Ingredient.OTHER);
    }

    /** The place of the frame that decides on a sample, 0 for the innermost; empty when its thread decides, or nothing. */
    OptionalInt decider(Stack stack) {
        List<String> frames = stack.innermostFirst();
        return first(ofThreads, stack.thread()).isPresent()
                ? OptionalInt.empty()
                : IntStream.range(0, frames.size())
                        .filter(i -> ofFrame(frames.get(i)).isPresent())
                        .findFirst();
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

    private static Optional<Ingredient> ofPackage(Frame frame) {
        if (!frame.isJava() || frame.isJdk()) {
            return Optional.empty();
        }
        String[] parts = frame.names().get(0).full().split("\\.");
        return Optional.of(
                Ingredient.ofPackage(Stream.of(parts).limit(PACKAGE_PARTS).collect(Collectors.joining("."))));
    }
}
