package dev.callcost.source;

import dev.callcost.file.TemporaryFolder;
import dev.callcost.launch.JmhJar;
import dev.callcost.launch.JmhJar.JarPair;
import dev.callcost.source.BuildTool.Recipe;
import dev.callcost.source.Repository.BuildPlace;
import dev.callcost.text.CommandException;
import dev.callcost.text.Progress;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Both sides of a comparison from one git repository: checked out, built, and their jars found. The jars exist until
 * {@link #close}. Ctrl-C and SIGTERM end a build, and no worktree stays.
 */
public final class Sources implements AutoCloseable {
    private final SourceRequest request;
    private final Progress progress;
    private final Optional<JarCache> cache;
    private final OwnProcesses processes = new OwnProcesses();
    private final TemporaryFolder folder;
    private boolean isToldTool;

    /**
     * What the user named.
     *
     * @param project the folder to build in, of a checkout or below
     * @param headRef empty for the checkout as it stands
     * @param baseBuild the command that builds base; empty for what the project's files show
     * @param jars globs relative to the project's folder; empty for what the build tool makes
     * @param usesCache whether jars of commits are kept
     */
    public record SourceRequest(
            Path project,
            String baseRef,
            Optional<String> headRef,
            Optional<String> baseBuild,
            Optional<String> headBuild,
            List<String> jars,
            boolean usesCache) {}

    /** @throws CommandException (bad file) when there is no room for temporary files */
    public Sources(SourceRequest request, Progress progress) {
        this(
                request,
                progress,
                request.usesCache ? Optional.of(JarCache.ofUser()) : Optional.empty(),
                Path.of(System.getProperty("java.io.tmpdir")));
    }

    /** @param temporary for worktrees and jars; what killed processes left there is removed */
    Sources(SourceRequest request, Progress progress, Optional<JarCache> cache, Path temporary) {
        this.request = request;
        this.progress = progress;
        this.cache = cache;
        try {
            folder = TemporaryFolder.create(temporary, "callcost-source-", Worktree::removeLeft);
        } catch (CommandException e) {
            processes.close();
            throw e;
        }
    }

    /**
     * Builds both sides, or takes their jars from the cache.
     *
     * @return one pair at least
     * @throws CommandException (usage) when git, a name, a command or a jar is missing or nothing differs; (failed
     *     build) when a build fails; (failure) when git fails, or this process was told to end
     */
    public List<JarPair> pairs() {
        Repository repository = Repository.of(request.project());
        Repository.SideCommits sides = repository.sides(
                request.baseRef(), request.headRef(), request.baseBuild().equals(request.headBuild()));
        Path project = repository.top().resolve(repository.prefix());
        progress.tell("base: " + sides.base()
                + (sides.mergeBaseOf() == null ? "" : ", the merge base of " + sides.mergeBaseOf() + " and head"));
        progress.tell("head: "
                + (sides.headPlace() == BuildPlace.WORKTREE ? "" : "the working tree as it stands, built in place: ")
                + sides.head()
                + (sides.headPlace() == BuildPlace.CHANGED_CHECKOUT ? " with uncommitted changes" : ""));
        List<JarPair> pairs = matched(
                jars(repository, project, request.baseBuild()).of("base", sides.base(), BuildPlace.WORKTREE),
                jars(repository, project, request.headBuild()).of("head", sides.head(), sides.headPlace()));
        processes.check();
        return pairs;
    }

    /**
     * Matches the jars of both sides by their {@linkplain BuiltJar#key() keys}. A side's only jar belongs to the
     * other's only jar.
     *
     * @throws CommandException (usage) when no jar has a partner
     */
    private List<JarPair> matched(SortedMap<String, Path> base, SortedMap<String, Path> head) {
        if (base.size() == 1 && head.size() == 1) {
            return List.of(
                    new JarPair("", new JmhJar(base.get(base.firstKey())), new JmhJar(head.get(head.firstKey()))));
        }
        SortedMap<String, Path> both = new TreeMap<>(base);
        both.keySet().retainAll(head.keySet());
        if (both.isEmpty()) {
            throw CommandException.usage("compare: no jar of base belongs to one of head: base has "
                    + String.join(", ", base.keySet()) + ", head has " + String.join(", ", head.keySet())
                    + ": let --jar find one jar on each side");
        }
        tellAlone("base", base.keySet(), both.keySet());
        tellAlone("head", head.keySet(), both.keySet());
        return both.keySet().stream()
                .map(key -> new JarPair(
                        both.size() == 1 ? "" : name(key, both.keySet()),
                        new JmhJar(base.get(key)),
                        new JmhJar(head.get(key))))
                .toList();
    }

    private void tellAlone(String side, Set<String> jars, Set<String> both) {
        jars.stream()
                .filter(key -> !both.contains(key))
                .forEach(key -> progress.tell("Only " + side + " has the jar " + key + ": it is not measured."));
    }

    /** The shortest of the module's folder, the jar's name and the whole key that no other jar has. */
    private static String name(String key, Set<String> all) {
        String folder = BuiltJar.module(key);
        if (!folder.isEmpty()
                && all.stream().map(BuiltJar::module).filter(folder::equals).count() == 1) {
            return folder;
        }
        Set<String> names = all.stream().map(Sources::last).collect(Collectors.toCollection(TreeSet::new));
        return names.size() == all.size() ? last(key) : key;
    }

    private static String last(String key) {
        return key.substring(key.lastIndexOf('/') + 1);
    }

    private SideJars jars(Repository repository, Path project, Optional<String> build) {
        Recipe recipe = BuildTool.recipe(project, repository.top(), build, request.jars());
        if (recipe.reason() != null && !isToldTool) {
            isToldTool = true;
            progress.tell("Builds with " + recipe.command() + ", because " + recipe.reason() + ". The same by options: "
                    + String.join(" ", recipe.options()));
        }
        return new SideJars(repository, recipe, cache, folder.path(), processes, progress);
    }

    @Override
    public void close() {
        folder.close();
        processes.close();
    }
}
