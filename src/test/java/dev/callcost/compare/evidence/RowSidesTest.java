package dev.callcost.compare.evidence;

import static dev.callcost.compare.Rows.row;
import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.compare.evidence.RowSides.SettingDifference;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RowSidesTest {
    private static RowSides sides(String base, String head) {
        return RowSides.of(
                row().setting("jvmArgs", base).of(1),
                row().setting("jvmArgs", head).of(1));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "-Djava.io.tmpdir=/builds/base/build/tmp/jmh | -Djava.io.tmpdir=/tmp/other",
                "-Djava.io.tmpdir=/my builds/a b/tmp -Xmx1g | -Djava.io.tmpdir=/x -Xmx1g",
                "-Duser.dir=C:\\a\\b | -Duser.dir=D:\\c",
                "-javaagent:/idea/lib/idea_rt.jar=41873:/idea/bin | -javaagent:/snap/idea_rt.jar=5:/snap/bin",
                "-javaagent:/a/jacoco.jar=destfile=/a/1.exec,append=true | -javaagent:/b/jacoco.jar=destfile=/b/2.exec,append=true",
                "-agentlib:jdwp=transport=dt_socket,address=*:5005 | -agentlib:jdwp=transport=dt_socket,address=9",
                "-cp /a/libs/x.jar:/a/main | -cp /b/libs/x.jar:/b/build/main",
                "-classpath C:\\a\\x.jar;C:\\a\\y.jar | -classpath C:\\b\\x.jar;C:\\b\\y.jar",
                "--class-path=/a/x.jar | --class-path=/b/x.jar",
                "-Djava.class.path=/a/x.jar | -Djava.class.path=/b/x.jar",
                "@/builds/base/args | @/builds/head/args",
                "-XX:ErrorFile=/a/hs_err.log | -XX:ErrorFile=/b/e.log",
                "-XX:HeapDumpPath=/a | -XX:HeapDumpPath=/b",
                "-Xlog:gc*:file=/a/gc-1.log:time | -Xlog:gc*:file=/b/gc-2.log:time",
                "-Xloggc:/a/gc.log | -Xloggc:/b/gc.log",
                "-Dorg.gradle.internal.worker.tmpdir=/a/work | -Dorg.gradle.internal.worker.tmpdir=/b/work"
            })
    void pathsAndPortsThatCannotMatterDoNotDiffer(String base, String head) {
        assertThat(sides(base, head).differences()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "-javaagent:/a/jacoco.jar | -Xmx1g",
                "-javaagent:/a/jacoco.jar=x | -javaagent:/a/other.jar=x",
                "-javaagent:/a/jacoco.jar=includes=a.* | -javaagent:/a/jacoco.jar=includes=b.*",
                "-agentpath:/a/lib.so=interval=10 | -agentpath:/a/lib.so=interval=100",
                "-cp /a/x-1.jar | -cp /a/x-2.jar",
                "-cp /a/x.jar:/a/y.jar | -cp /a/y.jar:/a/x.jar",
                "-Xlog:gc:file=/a/gc.log | -Xlog:gc*:file=/a/gc.log",
                "-Djmh.executor=FJP | -Djmh.executor=VIRTUAL",
                "-Dorg.gradle.x=1 | -Dorg.gradle.x=2",
                "-Ddata=/a/large | -Ddata=/b/large",
                "-XX:SharedArchiveFile=/a/x.jsa | -XX:SharedArchiveFile=/a/y.jsa",
                "-Djava.io.tmpdir=/a -Xmx1g | -Djava.io.tmpdir=/b -Xmx2g"
            })
    void otherArgumentsDo(String base, String head) {
        assertThat(sides(base, head).differences()).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "-Djava.io.tmpdir=/a -Xmx1g -Da=b | -Da=b -Djava.io.tmpdir=/b -Xmx2g | jvmArgs -Xmx1g / -Xmx2g",
                "-javaagent:/a/x.jar=41873 | -Xmx1g | jvmArgs -javaagent:/a/x.jar=41873 / -Xmx1g",
                "-Xms1g -XX:+UseG1GC -Da=b | -Xms1g -XX:+UseZGC -Da=b | jvmArgs -XX:+UseG1GC / -XX:+UseZGC",
                "-Xms1g | -Xms1g --enable-preview -Xss1m | jvmArgs (none) / --enable-preview -Xss1m",
                "'' | -Xss1m | jvmArgs (none) / -Xss1m",
                "-Da=b -Da=c | -Da=c -Da=b | jvmArgs -Da=b -Da=c / -Da=c -Da=b"
            })
    void aDifferenceNamesWhatCounts(String base, String head, String difference) {
        assertThat(sides(base, head).differences())
                .extracting(SettingDifference::text)
                .containsExactly(difference);
        assertThat(sides(base, base).differences()).isEmpty();
    }
}
