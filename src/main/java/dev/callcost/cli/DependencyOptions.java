package dev.callcost.cli;

import dev.callcost.launch.JmhJar;
import dev.callcost.layout.Dependency;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** A library in two versions under one jar of benchmarks. */
@Command
final class DependencyOptions {
    @Option(
            names = "--base-dependency",
            paramLabel = "G:A:V",
            converter = OptionReader.OfDependency.class,
            description = "this version of a library in base, in place of the jar's; from Maven's or Gradle's local"
                    + " repository; repeatable")
    private List<Dependency> base = new ArrayList<>();

    @Option(
            names = "--head-dependency",
            paramLabel = "G:A:V",
            converter = OptionReader.OfDependency.class,
            description = "the same for head")
    private List<Dependency> head = new ArrayList<>();

    boolean areUsed() {
        return !all().isEmpty();
    }

    JmhJar base(JarLayouts layouts, Path named) {
        return layouts.of(named, "base", base, all());
    }

    JmhJar head(JarLayouts layouts, Path named) {
        return layouts.of(named, "head", head, all());
    }

    private List<Dependency> all() {
        return Stream.concat(base.stream(), head.stream()).toList();
    }
}
