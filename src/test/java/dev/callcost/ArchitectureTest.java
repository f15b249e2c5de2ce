package dev.callcost;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The arrows between the packages, and their size. */
class ArchitectureTest {
    private static final Path SOURCES = Path.of("src/main/java/dev/callcost");
    private static final int ENTRIES = 9;
    private static final Path PACKAGE_INFO = Path.of("package-info.java");
    private static final String PROBES = "dev.callcost.run.device.probe";
    private static final String[] MEASURED = {
        "dev.callcost.benchmark..",
        "dev.callcost.state..",
        "dev.callcost.transport..",
        "dev.callcost.wireformat..",
        "dev.callcost.service.."
    };

    private static final JavaClasses SUITE = new ClassFileImporter()
            .withImportOptions(List.of(
                    ImportOption.Predefined.DO_NOT_INCLUDE_TESTS,
                    ImportOption.Predefined.DO_NOT_INCLUDE_JARS,
                    ArchitectureTest::isWritten))
            .importPackages("dev.callcost");

    private static boolean isWritten(Location location) {
        return !location.contains("/jmh_generated/") && !location.contains("/proto/");
    }

    @Test
    void theArrowsPointOneWay() {
        layeredArchitecture()
                .consideringOnlyDependenciesInLayers()
                .layer("main")
                .definedBy("dev.callcost")
                .layer("command")
                .definedBy("dev.callcost.command..")
                .layer("run")
                .definedBy("dev.callcost.run..")
                .layer("results")
                .definedBy("dev.callcost.results..")
                .layer("benchmark")
                .definedBy("dev.callcost.benchmark..")
                .layer("state")
                .definedBy("dev.callcost.state..")
                .layer("transport")
                .definedBy("dev.callcost.transport..")
                .layer("wireformat")
                .definedBy("dev.callcost.wireformat..")
                .layer("service")
                .definedBy("dev.callcost.service..")
                .whereLayer("main")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("run")
                .mayOnlyBeAccessedByLayers("main", "command")
                .whereLayer("command")
                .mayOnlyBeAccessedByLayers("main")
                .whereLayer("results")
                .mayOnlyBeAccessedByLayers("main", "command", "run")
                .whereLayer("benchmark")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("state")
                .mayOnlyBeAccessedByLayers("benchmark")
                .whereLayer("transport")
                .mayOnlyBeAccessedByLayers("command", "state")
                .whereLayer("wireformat")
                .mayOnlyBeAccessedByLayers("command", "state", "transport")
                .whereLayer("service")
                .mayOnlyBeAccessedByLayers("benchmark", "state", "transport")
                .check(SUITE);
    }

    @Test
    void nothingMeasuredKnowsWhoMeasuresOrReports() {
        noClasses()
                .that()
                .resideInAnyPackage(MEASURED)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "dev.callcost",
                        "dev.callcost.command..",
                        "dev.callcost.run..",
                        "dev.callcost.results..",
                        "picocli..")
                .check(SUITE);
    }

    @Test
    void ofAllThatIsMeasuredOneWireFormatKnowsGson() {
        noClasses()
                .that()
                .resideInAnyPackage(MEASURED)
                .and()
                .resideOutsideOfPackage("dev.callcost.wireformat.gson")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("com.google.gson..")
                .check(SUITE);
    }

    /** The device's wake-ups are measured on chosen CPUs, so its probes may pin threads; and that is all of Chronicle they may do. */
    @Test
    void whoMeasuresAndReportsKnowsNoPartOfACall() {
        DescribedPredicate<JavaClass> partsOfACall =
                resideInAnyPackage("io.grpc..", "io.netty..", "com.google.protobuf..", "net.openhft..");
        noClasses()
                .that()
                .resideInAnyPackage(
                        "dev.callcost", "dev.callcost.command..", "dev.callcost.run..", "dev.callcost.results..")
                .and()
                .resideOutsideOfPackage(PROBES)
                .should()
                .dependOnClassesThat(partsOfACall)
                .check(SUITE);
        noClasses()
                .that()
                .resideInAPackage(PROBES)
                .should()
                .dependOnClassesThat(partsOfACall.and(not(resideInAPackage("net.openhft.affinity"))))
                .check(SUITE);
    }

    @Test
    void resultsKnowNothingOfJmh() {
        noClasses()
                .that()
                .resideInAPackage("dev.callcost.results..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.openjdk.jmh..")
                .check(SUITE);
    }

    @Test
    void packagesHaveNoCycles() {
        slices().matching("dev.callcost.(*)..").should().beFreeOfCycles().check(SUITE);
    }

    @Test
    void benchmarksStandInTheirPackage() {
        classes()
                .that()
                .haveSimpleNameEndingWith("Benchmark")
                .should()
                .resideInAPackage("dev.callcost.benchmark..")
                .check(SUITE);
    }

    @Test
    void everyPackageIsSmallAndSaysWhatBelongsThere() throws IOException {
        try (Stream<Path> tree = Files.walk(SOURCES)) {
            for (Path directory : tree.filter(Files::isDirectory).toList()) {
                try (Stream<Path> list = Files.list(directory)) {
                    List<Path> entries = list.map(Path::getFileName).toList();
                    assertThat(entries)
                            .as(directory.toString())
                            .contains(PACKAGE_INFO)
                            .filteredOn(entry -> !entry.equals(PACKAGE_INFO))
                            .hasSizeLessThanOrEqualTo(ENTRIES);
                }
            }
        }
    }
}
