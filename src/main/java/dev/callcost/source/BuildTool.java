package dev.callcost.source;

import dev.callcost.text.CommandException;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The build tool of a project, by the files that the project has. */
public final class BuildTool {
    private static final String JMH_PLUGIN = "me.champeau.jmh";
    private static final int DEPTH = 5;
    private static final int LONGEST = 1 << 20;
    private static final Set<String> SKIPPED = Set.of("target", "build", "node_modules", "src");

    /** Of Maven: the annotation processor, or the class that a shaded jar starts. */
    private static final Pattern OF_MAVEN = Pattern.compile("jmh-generator-annprocess|org\\.openjdk\\.jmh\\.Main");

    /** Gradle's plugin by its two names. */
    private static final Pattern OF_GRADLE = Pattern.compile("me\\.champeau\\.(gradle\\.)?jmh|jmh-gradle-plugin");

    private static final Pattern OF_KOTLIN = Pattern.compile("kotlinx[.-]benchmark");

    /** A file of a Gradle build: scripts, those of conventions among them, and the catalog of versions. */
    private static final Pattern GRADLE_FILE = Pattern.compile(".*\\.gradle(\\.kts)?|.*\\.versions\\.toml");

    private static final Pattern SBT_FILE = Pattern.compile(".*\\.sbt");

    /** Where builds put jars, for a command whose tool is unknown. */
    private static final List<String> USUAL_JARS = List.of("**/target/**/*.jar", "**/build/**/*.jar");

    private final Path project;
    private final Path top;
    private final String searchPath;
    private final TreeMap<Path, String> files = new TreeMap<>();

    private BuildTool(Path project, Path top, String searchPath) {
        this.project = project;
        this.top = top;
        this.searchPath = searchPath;
    }

    /**
     * How a project is built, and which jars count.
     *
     * @param command for a shell, in the folder of the project
     * @param jars globs below that folder
     * @param reason why, where callcost chose; null where the user did
     */
    public record Recipe(String command, List<String> jars, String reason) {
        /** The options of {@code compare} that choose the same, each with its value, quoted for a shell. */
        public List<String> options() {
            return Stream.concat(
                            Stream.of("--build " + quoted(command)),
                            jars.stream().map(jar -> "--jar " + quoted(jar)))
                    .toList();
        }
    }

    /** A word in the quotes of a shell. */
    public static String quoted(String word) {
        return "'" + word.replace("'", "'\\''") + "'";
    }

    /**
     * The user's command and globs, and what the project's files show where one is missing.
     *
     * @param top the checkout's folder, where the wrapper of a tool may be
     * @throws CommandException (usage) when the files do not show how to build a jar with benchmarks
     */
    public static Recipe recipe(Path project, Path top, Optional<String> command, List<String> jars) {
        return recipe(project, top, command, jars, System.getenv().getOrDefault("PATH", ""));
    }

    /** @param searchPath the folders of installed tools, as in the variable {@code PATH} */
    static Recipe recipe(Path project, Path top, Optional<String> command, List<String> jars, String searchPath) {
        if (command.isPresent()) {
            return new Recipe(command.get(), jars.isEmpty() ? USUAL_JARS : jars, null);
        }
        Recipe found = new BuildTool(project, top, searchPath).find();
        return jars.isEmpty() ? found : new Recipe(found.command, jars, found.reason);
    }

    /** Gradle goes before Maven, unless Maven alone can run here. */
    private Recipe find() {
        read();
        Optional<Path> plugin = first(GRADLE_FILE.asMatchPredicate(), OF_GRADLE);
        Optional<Path> pom = first("pom.xml"::equals, OF_MAVEN);
        String gradle = tool("gradlew", "gradle");
        String maven = tool("mvnw", "mvn");
        if (plugin.isPresent() && (pom.isEmpty() || canRun(gradle) || !canRun(maven))) {
            return new Recipe(gradle + " -q jmhJar", List.of("**/build/libs/*-jmh.jar"), reason(plugin.get()));
        }
        if (pom.isPresent()) {
            return new Recipe(
                    maven + " -B -q -DskipTests package",
                    List.of("**/target/*.jar"),
                    reason(pom.get()) + (plugin.isPresent() ? " and gradle is not on the PATH" : ""));
        }
        throw CommandException.usage(unknown());
    }

    private String reason(Path file) {
        return project.relativize(file) + " has JMH";
    }

    private String unknown() {
        if (first(GRADLE_FILE.asMatchPredicate(), OF_KOTLIN).isPresent()) {
            return "name the task of kotlinx-benchmark and its jar, such as --build '" + tool("gradlew", "gradle")
                    + " -q mainBenchmarkJar' --jar '**/build/benchmarks/**/*-JMH.jar'";
        }
        if (first(SBT_FILE.asMatchPredicate(), Pattern.compile("")).isPresent()) {
            return "name the command of sbt and its jar, such as --build 'sbt bench/Jmh/assembly'"
                    + " --jar 'bench/target/**/*-assembly-*.jar'";
        }
        if (first(GRADLE_FILE.asMatchPredicate(), Pattern.compile("")).isPresent()) {
            return "no Gradle file of " + project + " has the plugin " + JMH_PLUGIN
                    + ": name the task that makes the jar with benchmarks, such as --build '"
                    + tool("gradlew", "gradle") + " -q shadowJar' --jar '**/build/libs/*-all.jar'";
        }
        if (first("pom.xml"::equals, Pattern.compile("")).isPresent()) {
            return "no pom.xml of " + project + " names jmh-generator-annprocess: name the command that makes the jar"
                    + " with benchmarks, such as --build 'mvn -q -Pbenchmarks package' --jar '**/target/*-jmh.jar'";
        }
        return project + " has no pom.xml and no Gradle build: --build and --jar name the command that makes the jar"
                + " with benchmarks, and the jar, such as --build 'make bench' --jar 'out/bench.jar'";
    }

    private Optional<Path> first(Predicate<String> name, Pattern content) {
        return files.entrySet().stream()
                .filter(file -> name.test(file.getKey().getFileName().toString()))
                .filter(file -> content.matcher(file.getValue()).find())
                .map(file -> file.getKey())
                .findFirst();
    }

    /** The wrapper in the project or in a folder above it, or else the tool on the path. */
    private String tool(String wrapper, String installed) {
        String file = script(wrapper);
        String up = "." + File.separator;
        for (Path at = project; at != null && at.startsWith(top); at = at.getParent()) {
            if (Files.isRegularFile(at.resolve(file))) {
                return up + file;
            }
            up = up.startsWith("..") ? up + ".." + File.separator : ".." + File.separator;
        }
        return installed;
    }

    private static String script(String name) {
        return File.separatorChar == '\\' ? name + (name.startsWith("mvn") ? ".cmd" : ".bat") : name;
    }

    /** @param tool a wrapper that exists, or the name of an installed tool */
    private boolean canRun(String tool) {
        return tool.contains(File.separator)
                || Stream.of(searchPath.split(File.pathSeparator))
                        .map(folder -> new File(folder, script(tool)))
                        .anyMatch(file -> file.isFile() && file.canExecute());
    }

    private void read() {
        try (Stream<Path> tree = Files.find(
                project,
                DEPTH,
                (file, attributes) -> attributes.isRegularFile()
                        && attributes.size() < LONGEST
                        && isOfBuild(file.getFileName().toString())
                        && isLookedInto(project.relativize(file)))) {
            tree.forEach(file -> files.put(file, text(file)));
        } catch (IOException | UncheckedIOException e) {
            throw CommandException.badFile(project + ": cannot be read: " + e.getMessage());
        }
    }

    private static boolean isOfBuild(String name) {
        return name.equals("pom.xml")
                || GRADLE_FILE.matcher(name).matches()
                || SBT_FILE.matcher(name).matches();
    }

    private static boolean isLookedInto(Path file) {
        for (Path part : file) {
            if (SKIPPED.contains(part.toString()) && !file.startsWith("buildSrc")) {
                return false;
            }
        }
        return true;
    }

    private static String text(Path file) {
        try {
            return Files.readString(file, StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            return "";
        }
    }
}
