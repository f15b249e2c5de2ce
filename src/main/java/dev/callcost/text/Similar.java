package dev.callcost.text;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.UnmatchedArgumentException;

/** Suggests what a mistyped word may have meant. */
public final class Similar {
    private static final int LETTERS_MORE_OR_LESS = 3;

    private Similar() {}

    /**
     * The name that picocli finds most similar to a word, among the names with the same first letter and about the same length.
     *
     * @return empty when there is none, or the word has other characters than letters
     */
    public static Optional<String> to(String word, Collection<String> names) {
        CommandSpec spec = CommandSpec.create();
        names.stream()
                .distinct()
                .filter(name -> name.regionMatches(true, 0, word, 0, 1)
                        && Math.abs(name.length() - word.length()) <= LETTERS_MORE_OR_LESS)
                .forEach(name -> spec.addSubcommand(name, CommandSpec.create()));
        return word.matches("[a-zA-Z]+")
                ? new UnmatchedArgumentException(new CommandLine(spec), List.of(word))
                        .getSuggestions().stream().findFirst()
                : Optional.empty();
    }
}
