package dev.callcost.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PathTailsTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            /opt/jdks/jdk-17/bin/java                   | java
            -Djava.io.tmpdir=/home/me/tmp               | -Djava.io.tmpdir=tmp
            -agentpath:/a/b/lib.so=file=/c/d.jfr,x      | -agentpath:lib.so=file=d.jfr,x
            /a/b.jar:/c/d.jar                           | b.jar:d.jar
            -Dquoted="/a b/c"                           | -Dquoted="a b/c"
            C:\\Users\\me\\jdk\\bin\\java.exe           | java.exe
            -Durl=http://host/path                      | -Durl=http://host/path
            @jmh-profiles/quick.args                    | @jmh-profiles/quick.args
            @/home/me/quick.args                        | @quick.args
            @C:\\Users\\me\\quick.args                | @quick.args
            --add-opens=java.base/java.lang=ALL-UNNAMED | --add-opens=java.base/java.lang=ALL-UNNAMED
            GrpcBenchmark\\.unary$                      | GrpcBenchmark\\.unary$
            """)
    void absolutePathsLoseTheirDirectories(String text, String cut) {
        assertThat(PathTails.cut(text)).isEqualTo(cut);
    }
}
