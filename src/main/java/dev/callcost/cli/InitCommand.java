package dev.callcost.cli;

import static java.util.Objects.requireNonNullElse;

import dev.callcost.file.SafeFile;
import dev.callcost.host.Versions;
import dev.callcost.init.Workflow;
import dev.callcost.source.BuildTool;
import dev.callcost.text.CommandException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code init}: writes the workflow that compares the pull requests of a project. */
@Command(
        name = "init",
        header = "Writes a workflow of GitHub Actions that compares each pull request.",
        description = {
            "Finds the Maven or Gradle build of the current folder. Writes callcost.yml into the repository's"
                    + " .github/workflows, and prints what to try first and what to commit. Changes no file that"
                    + " exists.",
            "",
            "The workflow compares a pull request with the commit where it left its branch. It uses GitHub's own"
                    + " actions alone, unless --action is given, and downloads callcost.jar."
        },
        footer = {
            "  on each pull request",
            "    ${ROOT-COMMAND-NAME} init \\",
            "      --url https://example.org/callcost.jar --sha256 HEX",
            "  only with the label benchmark, by the action of callcost",
            "    ${ROOT-COMMAND-NAME} init --on label --action",
            "  another build tool; prints the file",
            "    ${ROOT-COMMAND-NAME} init -o - \\",
            "      --build 'make bench' --jar 'out/*-jmh.jar'"
        },
        exitCodeList = {RootCommand.OK, RootCommand.USAGE, "65:the file exists or cannot be written"})
final class InitCommand implements Callable<Integer> {
    private static final String URL = "URL-OF-CALLCOST-JAR";
    private static final String SHA256 = "SHA256-OF-CALLCOST-JAR";
    private static final String OWNER = "OWNER";
    private static final String STANDARD_OUTPUT = "-";
    private static final String LABEL = "label";
    private static final String PULL_REQUEST = "pull-request";

    @Option(
            names = "--on",
            paramLabel = "EVENT",
            defaultValue = PULL_REQUEST,
            description = "label: pull requests with the label " + Workflow.LABEL
                    + " alone; pull-request: all (default: ${DEFAULT-VALUE})")
    private String event;

    @Option(
            names = "--action",
            paramLabel = "REPO@VERSION",
            arity = "0..1",
            fallbackValue = OWNER,
            description = "use the action of callcost, in place of a download")
    private String action;

    @Option(names = "--url", paramLabel = "URL", description = "where the workflow finds callcost.jar")
    private String url;

    @Option(names = "--sha256", paramLabel = "HEX", description = "the SHA-256 of that file, as sha256sum prints it")
    private String sha256;

    @Option(names = "--build", paramLabel = "CMD", description = "the command that builds a checkout")
    private String build;

    @Option(names = "--jar", paramLabel = "GLOB", description = "the JMH jars that it makes; may be repeated")
    private List<String> jars = List.of();

    @Option(
            names = "--project",
            paramLabel = "DIR",
            description = "the folder to build in (default: the current folder)")
    private Path project;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "write to this file; - is standard output")
    private String output;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        check();
        Path here = Path.of("").toAbsolutePath();
        Path folder = project == null ? here : here.resolve(project).normalize();
        Path root = root(folder);
        BuildTool.Recipe found = BuildTool.recipe(folder, root, Optional.ofNullable(build), jars);
        Workflow workflow = new Workflow(
                found,
                cache(folder, found.command()),
                root.relativize(folder).toString().replace('\\', '/'),
                event.equals(LABEL),
                Runtime.version().feature());
        String text = action == null
                ? workflow.downloading(requireNonNullElse(url, URL), requireNonNullElse(sha256, SHA256))
                : workflow.calling(action.equals(OWNER) ? OWNER + "/callcost@v" + Versions.suite() : action);
        if (STANDARD_OUTPUT.equals(output)) {
            System.err.print(placeholders("it"));
            System.out.print(text);
            return 0;
        }
        Path file = output == null ? root.resolve(".github/workflows/callcost.yml") : here.resolve(output);
        String name = (file.startsWith(here) ? here.relativize(file) : file).toString();
        if (Files.exists(file)) {
            throw CommandException.badFile(
                    "init: " + name + " exists and stays as it is; -o names another file, -o - prints the workflow");
        }
        SafeFile.createFolder(file.getParent(), "-o names another file");
        SafeFile.write(file, out -> out.print(text));
        System.out.print(name + ": " + purpose() + "\n" + placeholders(name) + steps(found, root, name));
        return 0;
    }

    private void check() {
        if (!List.of(LABEL, PULL_REQUEST).contains(event)) {
            throw CommandException.usage("init: --on " + event + ": name label or pull-request");
        }
        if (action != null && (url != null || sha256 != null)) {
            throw CommandException.usage("init: --action downloads nothing: leave out --url and --sha256");
        }
        if (action != null && !action.equals(OWNER) && !action.matches("[\\w.-]+/[\\w.-]+@[\\w./-]+")) {
            throw CommandException.usage(
                    "init: --action " + action + ": name a repository and a version, such as OWNER/callcost@v1.0.0");
        }
        if (url != null && !url.matches("https://[^\\s'\"]+")) {
            throw CommandException.usage("init: --url " + url + ": an address begins with https://");
        }
        if (sha256 != null && !sha256.matches("\\p{XDigit}{64}")) {
            throw CommandException.usage("init: --sha256 " + sha256 + ": a SHA-256 has 64 hexadecimal digits");
        }
    }

    private static Path root(Path folder) {
        return Stream.iterate(folder, Path::getParent)
                .takeWhile(it -> it != null)
                .filter(it -> Files.exists(it.resolve(".git")))
                .findFirst()
                .orElseThrow(() -> CommandException.usage(
                        "init: " + folder + " is in no git repository; --project names a folder of one"));
    }

    /** The name of the build tool's cache of dependencies, that of the command where the project has two tools. */
    private static Optional<String> cache(Path folder, String command) {
        boolean isOfGradle = Stream.of("settings.gradle", "settings.gradle.kts", "build.gradle", "build.gradle.kts")
                .anyMatch(name -> Files.exists(folder.resolve(name)));
        if (Files.exists(folder.resolve("pom.xml")) && !(isOfGradle && command.contains("gradle"))) {
            return Optional.of("maven");
        }
        return isOfGradle ? Optional.of("gradle") : Optional.empty();
    }

    private String purpose() {
        return event.equals(LABEL)
                ? "compares a pull request that has the label " + Workflow.LABEL + "."
                : "compares each pull request.";
    }

    /** What the user replaces in the file. */
    private String placeholders(String file) {
        List<String> lines = new ArrayList<>();
        if (action == null && url == null) {
            lines.add("  " + URL + "     the https address of callcost.jar: of its release, or of your own copy");
        }
        if (action == null && sha256 == null) {
            lines.add("  " + SHA256 + "  the digest that this prints: sha256sum callcost.jar");
        }
        if (OWNER.equals(action)) {
            lines.add("  " + OWNER + "  who owns the repository of callcost");
        }
        return lines.isEmpty() ? "" : "Replace in " + file + ":\n" + String.join("\n", lines) + "\n";
    }

    private String steps(BuildTool.Recipe found, Path root, String file) throws IOException {
        String folder = project == null ? "" : " --project " + project;
        return "Try first, on a branch with a change:\n  " + spec.root().name() + " compare --base-ref " + branch(root)
                + folder + " " + String.join(" ", found.options()) + "\nThen commit:\n  git add " + file + "\n";
    }

    /** The default branch of the repository that this one was cloned from. */
    private static String branch(Path root) throws IOException {
        Path head = root.resolve(".git/refs/remotes/origin/HEAD");
        String symbolic = "ref: refs/remotes/";
        String content = Files.exists(head) ? Files.readString(head).strip() : "";
        return content.startsWith(symbolic) ? content.substring(symbolic.length()) : "origin/main";
    }
}
