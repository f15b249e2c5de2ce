package dev.callcost.benchmark;

import static java.util.function.Predicate.not;
import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.benchmark.inline.BaselineBenchmark;
import dev.callcost.state.rate.Pacer;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.Blackhole;
import org.openjdk.jmh.infra.Control;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.VerboseMode;

/** The rules that every benchmark keeps, so that the JIT cannot take away what is to be measured. */
public class BenchmarkRulesTest {
    private static final Path SOURCES = Path.of("src/main/java");
    private static final int SHORTEST_LAB_NOTE = 300;

    @Test
    void resultsAreReturnedOrConsumed() {
        assertThat(methods()
                        .filter(method -> method.getReturnType() == void.class)
                        .filter(method -> Arrays.stream(method.getParameterTypes())
                                .noneMatch(type -> type == Blackhole.class || Pacer.class.isAssignableFrom(type))))
                .extracting(Method::getName)
                .as("only the empty benchmark has nothing to return; a pacer records the end of each call")
                .containsExactly("empty");
        assertThat(methods().filter(method -> method.getName().equals("empty")))
                .allMatch(method -> method.getDeclaringClass() == BaselineBenchmark.class);
    }

    @Test
    void everyBenchmarkRunsInSeveralForks() {
        assertThat(classes()).hasSizeGreaterThan(10).allSatisfy(type -> {
            Fork fork = type.getAnnotation(Fork.class);
            assertThat(fork.value()).isGreaterThanOrEqualTo(3);
        });
        assertThat(methods()).noneMatch(method -> method.isAnnotationPresent(Fork.class));
    }

    @Test
    void warmBenchmarksFindTheirHeapTouched() {
        assertThat(classes()).allSatisfy(type -> {
            List<String> arguments = List.of(type.getAnnotation(Fork.class).jvmArgsAppend());
            assertThat(arguments.contains("-XX:+AlwaysPreTouch"))
                    .as("heap of %s is touched", type)
                    .isEqualTo(!SingleShotBenchmark.class.isAssignableFrom(type));
        });
    }

    @Test
    void noStateIsSetUpForEachInvocation() {
        assertThat(states().flatMap(type -> Arrays.stream(type.getMethods()))).allSatisfy(method -> {
            Setup setup = method.getAnnotation(Setup.class);
            TearDown tearDown = method.getAnnotation(TearDown.class);
            assertThat(setup != null && setup.value() == Level.Invocation).isFalse();
            assertThat(tearDown != null && tearDown.value() == Level.Invocation).isFalse();
        });
    }

    @Test
    void inputsAreNoConstantsToTheCompiler() {
        assertThat(states()).isNotEmpty();
        assertThat(states().flatMap(type -> Arrays.stream(type.getFields())).filter(not(Field::isSynthetic)))
                .filteredOn(field -> !Modifier.isStatic(field.getModifiers()))
                .isNotEmpty()
                .noneMatch(field -> Modifier.isFinal(field.getModifiers()));
    }

    /** JMH sets a hidden parameter as well, so a reader cannot see which of the two counts. */
    @Test
    void noStateHidesAField() {
        assertThat(states())
                .allSatisfy(type ->
                        assertThat(type.getFields()).extracting(Field::getName).doesNotHaveDuplicates());
    }

    @Test
    void statesStandApartFromBenchmarks() {
        assertThat(classes()).noneMatch(type -> type.isAnnotationPresent(State.class));
        assertThat(states()).allMatch(type -> type.getPackageName().startsWith("dev.callcost.state"));
    }

    @Test
    void everyBenchmarkClassHasALabNoteWithItsCommand() {
        Pattern note = Pattern.compile(
                "/\\*\\*(?<text>(?:(?!\\*/).)*)\\*/\\s*(?:@(?:(?!/\\*).)*)?public class", Pattern.DOTALL);
        assertThat(classes()).allSatisfy(type -> {
            var comment = note.matcher(source(type));
            assertThat(comment.find()).as("comment of %s", type).isTrue();
            assertThat(comment.group("text"))
                    .hasSizeGreaterThan(SHORTEST_LAB_NOTE)
                    .contains("java -jar benchmarks.jar ");
        });
    }

    private static String source(Class<?> type) {
        try {
            return Files.readString(SOURCES.resolve(type.getName().replace('.', '/') + ".java"));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** Every benchmark of the suite, as JMH lists it. */
    public static Stream<BenchmarkListEntry> entries() {
        OutputFormat silent = OutputFormatFactory.createFormatInstance(System.out, VerboseMode.SILENT);
        return BenchmarkList.defaultList().getAll(silent, List.of()).stream();
    }

    private static List<Class<?>> classes() {
        return entries()
                .<Class<?>>map(entry -> type(entry.getUserClassQName()))
                .distinct()
                .toList();
    }

    private static Stream<Method> methods() {
        return classes().stream()
                .flatMap(type -> Arrays.stream(type.getMethods()))
                .filter(method -> method.isAnnotationPresent(Benchmark.class));
    }

    private static Stream<Class<?>> states() {
        return methods()
                .flatMap(method -> Arrays.stream(method.getParameterTypes()))
                .filter(type -> type != Blackhole.class && type != Control.class)
                .distinct();
    }

    private static Class<?> type(String name) {
        try {
            return Class.forName(name);
        } catch (ClassNotFoundException e) {
            throw new AssertionError(e);
        }
    }
}
