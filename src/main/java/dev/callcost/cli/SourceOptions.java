package dev.callcost.cli;

import dev.callcost.launch.JmhJar.JarPair;
import dev.callcost.layout.Dependency;
import dev.callcost.source.Sources;
import dev.callcost.text.CommandException;
import dev.callcost.text.Progress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** How {@code compare} gets the jars of both sides: built from commits, or with versions of a library. */
@Command
final class SourceOptions {
    @Option(
            names = "--base-ref",
            paramLabel = "REF",
            description = "build base from this commit or tag, or from where head left this branch")
    private String baseRef;

    @Option(
            names = "--head-ref",
            paramLabel = "REF",
            description = "build head from this commit (default: the working tree as it stands, with uncommitted"
                    + " changes, built in place)")
    private String headRef;

    @Option(
            names = "--build",
            paramLabel = "COMMAND",
            description = "builds a side, for sh -ec (default: what pom.xml or Gradle's files show)")
    private String build;

    @Option(
            names = "--base-build",
            paramLabel = "COMMAND",
            description = "builds base, in place of --build: the sides may be one commit, built in two ways")
    private String baseBuild;

    @Option(names = "--head-build", paramLabel = "COMMAND", description = "builds head, in place of --build")
    private String headBuild;

    @Option(
            names = "--jar",
            paramLabel = "GLOB",
            description = "where the build puts jars with benchmarks, from the folder of --project; ** stands for any"
                    + " folders; repeatable")
    private final List<String> jars = new ArrayList<>();

    @Option(
            names = "--project",
            paramLabel = "DIR",
            description = "the folder of the checkout to build in (default: the current one)")
    private Path project;

    @Option(
            names = "--no-cache",
            description = "build commits again whose jars an earlier comparison kept, and keep none")
    private boolean ignoresCache;

    @Option(
            names = "--base-dependency",
            paramLabel = "G:A:V",
            description = "this version of a library in base, in place of the jar's; from Maven's or Gradle's local"
                    + " repository; repeatable")
    private List<Dependency> baseDependencies = List.of();

    @Option(names = "--head-dependency", paramLabel = "G:A:V", description = "the same for head")
    private List<Dependency> headDependencies = List.of();

    /**
     * Whether commits name the sides.
     *
     * @param hasJars whether jars name them
     */
    boolean nameCommits(boolean hasJars) {
        if (baseRef == null) {
            Map<String, Boolean> given = new LinkedHashMap<>();
            given.put("--head-ref", headRef != null);
            given.put("--build", build != null);
            given.put("--base-build", baseBuild != null);
            given.put("--head-build", headBuild != null);
            given.put("--jar", !jars.isEmpty());
            given.put("--project", project != null);
            given.put("--no-cache", ignoresCache);
            given.values().removeIf(isGiven -> !isGiven);
            given.keySet().stream().findFirst().ifPresent(option -> {
                throw CommandException.usage("compare: " + option + " needs --base-ref, the commit that head is"
                        + " compared with; --base and --head name two jars that are built already");
            });
        } else if (hasJars) {
            throw CommandException.usage(
                    "compare: --base-ref builds both sides; --base and --head name two jars that are built already");
        }
        if (baseRef != null && !(baseDependencies.isEmpty() && headDependencies.isEmpty())) {
            throw CommandException.usage("compare: --base-dependency and --head-dependency are for a jar that is built"
                    + " already, named by --base; with --base-ref let --base-build and --head-build choose versions");
        }
        return baseRef != null;
    }

    /** Pairs of jars that the user named, with the versions of libraries. */
    List<JarPair> pairs(JarLayouts layouts, List<Path> base, List<Path> head) {
        List<Dependency> all = Stream.concat(baseDependencies.stream(), headDependencies.stream())
                .toList();
        return JarLayouts.pairs(base, head).stream()
                .map(pair -> new JarPair(
                        pair.name(),
                        layouts.of(pair.base(), "base", baseDependencies, all),
                        layouts.of(pair.head(), "head", headDependencies, all)))
                .toList();
    }

    Sources open() {
        return new Sources(
                new Sources.SourceRequest(
                        project == null ? Path.of("") : project,
                        baseRef,
                        Optional.ofNullable(headRef),
                        Optional.ofNullable(baseBuild != null ? baseBuild : build),
                        Optional.ofNullable(headBuild != null ? headBuild : build),
                        jars,
                        !ignoresCache),
                Progress.onError());
    }
}
