package dev.callcost.source;

import dev.callcost.source.BuildTool.Recipe;
import dev.callcost.source.JarCache.DamagedException;
import dev.callcost.source.JarCache.KeptEntry;
import dev.callcost.source.Repository.BuildPlace;
import dev.callcost.source.Repository.NamedCommit;
import dev.callcost.text.CommandException;
import dev.callcost.text.Numbers;
import dev.callcost.text.Progress;
import dev.callcost.text.Visible;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The jars of a side, built or from the cache.
 *
 * @param cache empty where no jar is kept
 * @param folder receives worktrees, the output of builds, and the jars
 */
record SideJars(
        Repository repository,
        Recipe recipe,
        Optional<JarCache> cache,
        Path folder,
        OwnProcesses processes,
        Progress progress) {
    private static final int TAIL_LINES = 20;

    private static final DateTimeFormatter DAY =
            DateTimeFormatter.ofPattern("d MMM", Locale.ENGLISH).withZone(ZoneId.systemDefault());

    /**
     * The jars by their {@linkplain BuiltJar#key() keys}.
     *
     * @param name {@code base} or {@code head}
     */
    SortedMap<String, Path> of(String name, NamedCommit commit, BuildPlace place) {
        String side = name + " " + commit.shortId() + (place == BuildPlace.CHANGED_CHECKOUT ? " with changes" : "");
        Path jars = folder.resolve("jars").resolve(name);
        Optional<JarCache> keeper = place == BuildPlace.CHANGED_CHECKOUT ? Optional.empty() : cache;
        String key = keeper.map(it -> key(it, commit)).orElse("");
        Optional<KeptEntry> entry = keeper.flatMap(it -> taken(it, key, side, jars));
        if (entry.isPresent()) {
            return resolved(jars, entry.get().jars());
        }
        Path output = folder.resolve(name + ".log");
        SortedMap<String, String> places = new TreeMap<>();
        Duration took;
        if (place == BuildPlace.WORKTREE) {
            try (Worktree worktree = Worktree.add(repository, commit, folder.resolve(name), output, processes)) {
                took = build(side, commit.shortId(), worktree.folder(), jars, places);
            }
        } else {
            took = build(
                    side,
                    commit.shortId() + (place == BuildPlace.CHANGED_CHECKOUT ? "-changed" : ""),
                    repository.top(),
                    jars,
                    places);
        }
        keeper.ifPresent(it -> keep(it, key, jars, places, took));
        return resolved(jars, places);
    }

    private static SortedMap<String, Path> resolved(Path folder, SortedMap<String, String> places) {
        SortedMap<String, Path> jars = new TreeMap<>();
        places.forEach((key, place) -> jars.put(key, folder.resolve(place)));
        return jars;
    }

    /**
     * Builds, and copies the jars.
     *
     * @param version for their names
     * @param places receives where in the folder the copies are, by their keys
     */
    private Duration build(String side, String version, Path checkout, Path jars, SortedMap<String, String> places) {
        Path project = checkout.resolve(repository.prefix());
        if (!Files.isDirectory(project)) {
            throw CommandException.usage("compare: " + side + " has no folder " + repository.prefix());
        }
        Duration took = runBuild(side, project);
        progress.tell(side + ": built in " + Numbers.duration(took.toNanos()));
        Path made = jars.resolve("made");
        new JarSearch(side, project, checkout, made, progress)
                .find(recipe.jars())
                .forEach((key, jar) -> {
                    String copy = key.substring(key.lastIndexOf('/') + 1) + "-" + version + ".jar";
                    Path kept = jar.keep(checkout, jars.resolve(String.valueOf(places.size())), copy);
                    places.put(key, jars.relativize(kept).toString().replace(File.separatorChar, '/'));
                });
        return took;
    }

    /**
     * Runs the user's build, and shows for how long.
     *
     * @param side such as {@code base 3f2a91c}
     * @return how long it took
     * @throws CommandException (failed build) with the last lines of its output
     */
    private Duration runBuild(String side, Path project) {
        String command = Visible.line(recipe.command(), OwnProcesses.LONGEST_LINE);
        Path output = folder.resolve("build.log");
        String line = "building " + side + ": " + command;
        progress.log(line);
        long start = System.nanoTime();
        progress.watch(() -> line + ", " + Numbers.duration(System.nanoTime() - start));
        int exitCode;
        try {
            ProcessBuilder builder = new ProcessBuilder(shell(recipe.command())).directory(project.toFile());
            Git.forget(builder.environment());
            exitCode = processes.run(builder, output);
        } catch (IOException e) {
            throw CommandException.build("the build of " + side + " cannot be started: " + e.getMessage());
        } finally {
            progress.end();
        }
        if (exitCode != 0) {
            throw CommandException.build("the build of " + side + " fails with exit code " + exitCode + ": " + command
                    + OwnProcesses.tail(output, TAIL_LINES));
        }
        return Duration.ofNanos(System.nanoTime() - start);
    }

    private static List<String> shell(String command) {
        return File.separatorChar == '\\' ? List.of("cmd", "/c", command) : List.of("sh", "-ec", command);
    }

    private Optional<KeptEntry> taken(JarCache from, String key, String side, Path jars) {
        try {
            Optional<KeptEntry> entry = from.take(key, jars);
            entry.ifPresent(it -> progress.tell(side + " (" + DAY.format(it.time()) + "): "
                    + (it.jars().size() == 1 ? "jar" : it.jars().size() + " jars") + " from " + shown(from)
                    + ", built in " + Numbers.duration(it.took().toNanos()) + " then"));
            return entry;
        } catch (DamagedException e) {
            progress.tell(side + ": its jar in " + shown(from) + " is damaged, so it is built again");
            return Optional.empty();
        }
    }

    private void keep(JarCache in, String key, Path jars, SortedMap<String, String> places, Duration took) {
        try {
            in.put(key, jars, places, took);
        } catch (IOException e) {
            progress.tell("The jars are not kept, because " + shown(in) + " cannot be written: " + e.getMessage());
        }
    }

    private static String shown(JarCache cache) {
        Path home = Path.of(System.getProperty("user.home"));
        return cache.folder().startsWith(home)
                ? Path.of("~").resolve(home.relativize(cache.folder())).toString()
                : cache.folder().toString();
    }

    private String key(JarCache of, NamedCommit commit) {
        List<String> parts = new ArrayList<>(List.of(commit.id(), repository.prefix(), recipe.command()));
        parts.addAll(recipe.jars());
        return of.key(parts);
    }
}
