package dev.callcost.report;

import com.google.gson.JsonElement;
import dev.callcost.data.EnvironmentFile;
import dev.callcost.data.ResultsFile;
import dev.callcost.text.PathTails;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** What of the environment beside a results file stands on its page. */
final class EnvironmentTerms {
    private static final List<String> TOLD =
            List.of("start", "machine", "forkJvms", "commit", "versions", "commandLine");

    private EnvironmentTerms() {}

    /** Names and what they stand for; empty when there is no environment, or none that can be read. */
    static Optional<List<List<String>>> of(ResultsFile file) {
        return EnvironmentFile.read(file)
                .map(told -> TOLD.stream()
                        .filter(told::has)
                        .map(name -> List.of(name, PathTails.cut(words(told.get(name)))))
                        .toList());
    }

    /** A JSON value as words. */
    private static String words(JsonElement value) {
        if (value.isJsonObject()) {
            return value.getAsJsonObject().entrySet().stream()
                    .map(member -> member.getKey() + " " + words(member.getValue()))
                    .collect(Collectors.joining(", "));
        }
        if (value.isJsonArray()) {
            return value.getAsJsonArray().asList().stream()
                    .map(EnvironmentTerms::words)
                    .collect(Collectors.joining(" "));
        }
        return value.isJsonNull() ? "" : value.getAsString();
    }
}
