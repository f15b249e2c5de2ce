package dev.callcost.source;

import dev.callcost.text.CommandException;
import dev.callcost.text.Visible;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The git repository of a project.
 *
 * @param top the folder of its checkout
 * @param prefix the project's folder below it; empty for itself
 * @param data the folder with its objects, which all its worktrees share
 */
record Repository(Path top, String prefix, Path data) {
    /**
     * A commit.
     *
     * @param id all its digits
     */
    record NamedCommit(String id, String subject) {
        private static final int SHORT = 7;
        private static final int LONGEST = 72;

        /** Always as many digits, because a session that is resumed knows a jar by its name. */
        String shortId() {
            return id.substring(0, SHORT);
        }

        @Override
        public String toString() {
            return shortId() + " \"" + Visible.line(subject, LONGEST) + "\"";
        }
    }

    private static final String DEEPER = "git fetch --unshallow gets the rest (actions/checkout: fetch-depth: 0)";

    private static final Pattern ID = Pattern.compile("[0-9a-fA-F]{4,64}");

    /** Where a commit is built. */
    enum BuildPlace {
        WORKTREE,
        /** The user's checkout, which is the commit. */
        CHECKOUT,
        /** The user's checkout with uncommitted changes or untracked files: its jars are not kept. */
        CHANGED_CHECKOUT
    }

    /**
     * The sides of a comparison.
     *
     * @param mergeBaseOf the branch that base was named by; null when base is what was named
     * @param headPlace where head is built; it is the checkout as it stands unless head is a commit
     */
    record SideCommits(NamedCommit base, String mergeBaseOf, NamedCommit head, BuildPlace headPlace) {}

    /**
     * The repository that a folder is in.
     *
     * @throws CommandException (bad file) when there is no such folder; (usage) when it is in no repository, or git
     *     refuses the repository
     */
    static Repository of(Path project) {
        if (!Files.isDirectory(project)) {
            throw CommandException.badFile(project + ": no such folder");
        }
        Git git = new Git(project);
        Git.GitOutput top = git.run("rev-parse", "--show-toplevel");
        if (!top.isOk()) {
            throw CommandException.usage("compare: " + project.toAbsolutePath().normalize()
                    + " is no checkout of a git repository, which --base-ref needs (git: " + top.complaint() + ")");
        }
        return new Repository(
                Path.of(top.out()),
                git.require("rev-parse", "--show-prefix"),
                project.toAbsolutePath()
                        .resolve(git.require("rev-parse", "--git-common-dir"))
                        .normalize());
    }

    Git git() {
        return new Git(top);
    }

    /**
     * The commits to compare.
     *
     * @param headRef empty for the checkout as it stands
     * @param buildsAlike whether one commit makes the same jars on both sides
     * @throws CommandException (usage) when a name is unknown, a merge base is missing, or nothing differs
     */
    SideCommits sides(String baseRef, Optional<String> headRef, boolean buildsAlike) {
        NamedCommit head = commit("--head-ref", headRef.orElse("HEAD"));
        NamedCommit named = commit("--base-ref", baseRef);
        boolean isFixed = isFixed(baseRef);
        NamedCommit base = isFixed ? named : mergeBase(baseRef, named, head);
        boolean isChanged = headRef.isEmpty()
                && !git().require("status", "--porcelain", "--untracked-files=normal")
                        .isEmpty();
        if (buildsAlike && base.id().equals(head.id()) && !isChanged) {
            String why = named.id().equals(head.id())
                    ? baseRef + " and head are the same commit " + head
                    : "head " + head + " is a part of " + baseRef;
            throw CommandException.usage("compare: nothing differs: " + why
                    + (headRef.isEmpty() ? ", and the working tree has no uncommitted change" : ""));
        }
        return new SideCommits(
                base,
                isFixed || base.id().equals(named.id()) ? null : baseRef,
                head,
                headRef.isPresent()
                        ? BuildPlace.WORKTREE
                        : isChanged ? BuildPlace.CHANGED_CHECKOUT : BuildPlace.CHECKOUT);
    }

    private NamedCommit commit(String option, String ref) {
        Git.GitOutput id = ref.startsWith("-") || ref.isBlank()
                ? new Git.GitOutput(1, "", "")
                : git().run("rev-parse", "--verify", "--quiet", ref + "^{commit}");
        if (!id.isOk()) {
            throw CommandException.usage("compare: " + option + " " + ref + ": " + top
                    + " has no such branch, tag or commit; git fetch gets those of a remote"
                    + (isShallow() ? ", and this clone is shallow: " + DEEPER : ""));
        }
        return read(id.out());
    }

    private NamedCommit read(String id) {
        return new NamedCommit(id, git().require("log", "-1", "--format=%s", id));
    }

    /** Whether a name stands for one commit: a tag, or a commit's id. A branch moves on. */
    private boolean isFixed(String ref) {
        String full = git().run("rev-parse", "--symbolic-full-name", ref).out();
        return full.isEmpty() ? ID.matcher(ref).matches() : full.startsWith("refs/tags/");
    }

    private NamedCommit mergeBase(String branch, NamedCommit named, NamedCommit head) {
        Git.GitOutput base = git().run("merge-base", named.id(), head.id());
        if (!base.isOk()) {
            throw CommandException.usage("compare: " + branch + " and head " + head.shortId()
                    + (isShallow()
                            ? " have no common commit in this clone, which is shallow: " + DEEPER
                            : " have no common commit: name base by the id of its commit"));
        }
        return read(base.out().lines().findFirst().orElseThrow());
    }

    private boolean isShallow() {
        return Boolean.parseBoolean(
                git().run("rev-parse", "--is-shallow-repository").out());
    }
}
