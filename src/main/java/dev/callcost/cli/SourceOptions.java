package dev.callcost.cli;

import dev.callcost.source.Sources;
import dev.callcost.text.CommandException;
import dev.callcost.text.Progress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The options of {@code compare} that build both sides from commits. */
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

    /**
     * Whether commits name the sides.
     *
     * @param hasJars whether jars name them
     * @param hasDependencies whether versions of a library make the difference
     */
    boolean areUsed(boolean hasJars, boolean hasDependencies) {
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
        if (baseRef != null && hasDependencies) {
            throw CommandException.usage("compare: --base-dependency and --head-dependency are for a jar that is built"
                    + " already, named by --base; with --base-ref let --base-build and --head-build choose versions");
        }
        return baseRef != null;
    }

    Sources open() {
        return new Sources(
                new Sources.SourceRequest(
                        project == null ? Path.of("") : project,
                        baseRef,
                        Optional.ofNullable(headRef),
                        new Sources.SideBuilds(
                                Optional.ofNullable(baseBuild != null ? baseBuild : build),
                                Optional.ofNullable(headBuild != null ? headBuild : build)),
                        jars,
                        !ignoresCache),
                Progress.onError());
    }
}
