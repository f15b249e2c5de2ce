package dev.callcost.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.callcost.launch.RowSelection;
import dev.callcost.launch.RunArguments;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.openjdk.jmh.util.Utils;
import picocli.CommandLine.ParseResult;

/**
 * Every command line of the documentation is one: its verb and options are known, its presets are there, and its
 * regexps and params select rows. They are read and not run, as most measure for minutes; links between pages lead
 * somewhere.
 */
class DocumentedCommandsTest {
    private static final Pattern COMMAND = Pattern.compile(
            "^ {4,}(?:\\S+=\\S+ )?java -jar \\S*?(?:benchmarks|callcost|base|old)\\.jar(?<words>(?: \\S+)*)(?:"
                    + " {2,}.*)?$");

    private static final Pattern LINK = Pattern.compile("\\]\\((?<path>[^)#:]*)(?:#(?<anchor>[^)]*))?\\)");

    private static final Pattern SECTION = Pattern.compile("^##+ (?<title>.*)$", Pattern.MULTILINE);

    private static List<Path> pages() throws IOException {
        try (Stream<Path> manual = Files.list(Path.of("src/docs"))) {
            return Stream.concat(
                            Stream.of(
                                    Path.of("README.md"),
                                    Path.of("jmh-profiles/README.md"),
                                    Path.of("results/README.md"),
                                    Path.of(".github/CONTRIBUTING.md")),
                            manual.filter(page -> page.toString().endsWith(".md"))
                                    .sorted())
                    .toList();
        }
    }

    @TestFactory
    Stream<DynamicTest> selectsWhatThereIs() throws IOException {
        return pages().stream()
                .flatMap(page -> commands(page)
                        .map(words -> DynamicTest.dynamicTest(
                                page + ": " + words,
                                () -> check(Utils.splitQuotedEscape(words).toArray(String[]::new)))));
    }

    private static Stream<String> commands(Path page) {
        try {
            return Files.readAllLines(page).stream()
                    .map(COMMAND::matcher)
                    .filter(Matcher::matches)
                    .map(line -> line.group("words").strip());
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void check(String... words) {
        ParseResult parsed = RootCommand.commandLine("").parseArgs(words);
        Optional<ParseResult> verb = Optional.ofNullable(parsed.subcommand());
        if (verb.isEmpty() && parsed.hasMatchedOption("--resume")) {
            return;
        }
        boolean measures = verb.map(it ->
                        List.of("bill", "compare").contains(it.commandSpec().name()))
                .orElse(true);
        boolean isOfAnotherProject = Stream.of("--jar", "--base", "--base-ref").anyMatch(List.of(words)::contains);
        if (!measures || isOfAnotherProject) {
            return;
        }
        RunArguments arguments =
                RunArguments.parse(Invocation.words(verb.orElse(parsed)).toArray(String[]::new));
        assertThatCode(() -> assertThat(RowSelection.of(arguments)).isNotEmpty())
                .doesNotThrowAnyException();
    }

    /** {@code callcost.jar} has neither a server nor benchmarks. */
    @Test
    void callcostJarHasTheVerbsThatAreShownForIt() throws IOException {
        Pattern verbs = Pattern.compile("java -jar \\S*callcost\\.jar (?<verb>\\w+)");
        for (Path page : pages()) {
            assertThat(verbs.matcher(Files.readString(page)).results().map(it -> it.group(1)))
                    .as(page.toString())
                    .isSubsetOf("bill", "check", "compare", "doctor", "history", "init", "report");
        }
    }

    @TestFactory
    Stream<DynamicTest> aLinkLeadsToAFileAndASection() throws IOException {
        return pages().stream()
                .map(page -> DynamicTest.dynamicTest(page.toString(), () -> {
                    Matcher links = LINK.matcher(Files.readString(page));
                    while (links.find()) {
                        String path = links.group("path");
                        Path target =
                                path.isEmpty() ? page : page.toAbsolutePath().resolveSibling(path);
                        assertThat(target).as("%s in %s", links.group(), page).exists();
                        if (links.group("anchor") != null) {
                            assertThat(anchors(target))
                                    .as("%s in %s", links.group(), page)
                                    .contains(links.group("anchor"));
                        }
                    }
                }));
    }

    private static List<String> anchors(Path page) throws IOException {
        return SECTION.matcher(Files.readString(page))
                .results()
                .map(heading -> anchor(heading.group(1)))
                .toList();
    }

    /** As the site that shows these pages makes it of a heading. */
    private static String anchor(String heading) {
        return heading.strip()
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^\\p{L}\\p{N}_ -]", "")
                .replace(' ', '-');
    }
}
