package dev.callcost;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.bill.BillReport.CategoryGroup;
import dev.callcost.host.Versions;
import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;

/** Where each library of {@code pom.xml} must be named besides. A failure names the file. */
class LibrariesTest {
    private static Document pom;
    private static List<String> measured;
    /** Frames of categories that a picture has a colour for, or leaves out. */
    private static final List<Pattern> FRAMES = new ArrayList<>();

    private static String versions;

    /** A dependency that the suite is compiled with; one with a classifier has native libraries alone. */
    record Library(String group, String artifact) {
        boolean is(String pattern) {
            return (group + ":" + artifact).matches(pattern.replace(".", "\\.").replace("*", ".*"));
        }
    }

    @BeforeAll
    static void read() throws Exception {
        Stream<String> dependabot = Files.readString(Path.of(".github/dependabot.yml"))
                .transform(text -> text.substring(text.indexOf("measured:"), text.indexOf("tools:")))
                .lines();
        measured = dependabot
                .filter(line -> line.contains("- \""))
                .map(line -> line.replaceAll(".*\"(.*)\".*", "$1"))
                .toList();
        String category = "";
        for (String line : Files.readAllLines(Path.of("src/main/resources/dev/callcost/bill/bill.rules"))) {
            if (line.matches("[^#\\s].*: .*")) {
                category = line.split(": ")[0];
            } else if (line.matches("    \\w.*")
                    && (category.startsWith("beside ")
                            || CategoryGroup.of(category).isPresent())) {
                FRAMES.add(Pattern.compile(
                        line.strip().replace(".", "\\.").replace("$", "\\$").replace("*", ".*")));
            }
        }
        versions = Files.readString(Path.of("src/main/java/dev/callcost/host/Versions.java"));
    }

    static Stream<Library> libraries() throws Exception {
        pom = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new File("pom.xml"));
        Element dependencies = elements(pom.getDocumentElement().getChildNodes(), "dependencies")
                .findFirst()
                .orElseThrow();
        return elements(dependencies.getChildNodes(), "dependency")
                .filter(it ->
                        text(it, "scope").isEmpty() && text(it, "classifier").isEmpty())
                .map(it -> new Library(text(it, "groupId"), text(it, "artifactId")));
    }

    private static Stream<Element> elements(NodeList nodes, String name) {
        return IntStream.range(0, nodes.getLength())
                .mapToObj(nodes::item)
                .filter(node -> node.getNodeName().equals(name))
                .map(Element.class::cast);
    }

    private static String text(Element dependency, String name) {
        return elements(dependency.getChildNodes(), name)
                .map(Node::getTextContent)
                .findFirst()
                .orElse("");
    }

    private static boolean isMeasured(Library library) {
        return measured.stream().anyMatch(library::is);
    }

    @ParameterizedTest
    @MethodSource("libraries")
    void itIsMeasuredOrOneOfTheTools(Library library) {
        boolean isTool = elements(pom.getElementsByTagName("include"), "include")
                .map(Node::getTextContent)
                .filter(pattern -> pattern.contains(":"))
                .anyMatch(library::is);
        assertThat(isTool || isMeasured(library))
                .as(
                        "%s: name it in .github/dependabot.yml, among the measured, or in pom.xml, among callcost.jar's",
                        library)
                .isTrue();
    }

    @ParameterizedTest
    @MethodSource("libraries")
    void theVersionOfWhatIsMeasuredIsWrittenDown(Library library) {
        String group = library.group();
        assertThat(!isMeasured(library)
                        || versions.contains('"' + group + "/")
                        || Versions.libraries().containsKey(group.substring(group.lastIndexOf('.') + 1)))
                .as("%s: host/Versions.java has no version of its group", library)
                .isTrue();
    }

    @ParameterizedTest
    @MethodSource("libraries")
    void theBillHasACategoryForWhatIsMeasured(Library library) throws IOException {
        if (!isMeasured(library)) {
            return;
        }
        String path = LibrariesTest.class
                .getClassLoader()
                .resources(JarFile.MANIFEST_NAME)
                .map(URL::getPath)
                .filter(url -> url.matches(".*/" + library.artifact() + "-\\d[^/]*[.]jar!.*"))
                .map(url -> url.replaceAll("^file:|!.*", ""))
                .findFirst()
                .orElseThrow();
        try (JarFile jar = new JarFile(path)) {
            assertThat(jar.stream()
                            .map(ZipEntry::getName)
                            .filter(name -> name.endsWith(".class"))
                            .map(name -> name.replace(".class", ".method").replace('/', '.'))
                            .anyMatch(name -> FRAMES.stream()
                                    .anyMatch(frame -> frame.matcher(name).matches())))
                    .as(
                            "%s: no pattern of bill.rules in a category of CategoryGroup matches one of its classes",
                            library)
                    .isTrue();
        }
    }
}
