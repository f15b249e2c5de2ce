package dev.callcost.pages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.compare.Rows;
import dev.callcost.data.ResultsFile;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ForkCsvTest {
    @Test
    void csvHasALineForEachForkAndQuotesSpecialCharacters() {
        ResultsFile file = Rows.file(
                "results.json",
                Rows.row("RmiBenchmark.call")
                        .params(Map.of("path", "a b/c", "says", "\"hi\", twice"))
                        .metric("gc.alloc.rate.norm", List.of(List.of(96.0, 97.0, 96.0), List.of(98.0, 98.0)))
                        .of(List.of(List.of(10.0, 30.0, 11.0), List.of(12.0, 14.0))),
                Rows.row("Some.other").throughput("ops/us").threads(4).of(0.5));
        assertThat(ForkCsv.csv(file)).isEqualTo("""
                benchmark,mode,threads,params,fork,iterations,value,mean,unit,B/op
                a.RmiBenchmark.call,avgt,1,"path=a b/c says=""hi"", twice",1,3,10.5,17.0,us/op,96.0
                a.RmiBenchmark.call,avgt,1,"path=a b/c says=""hi"", twice",2,2,13.0,13.0,us/op,98.0
                a.Some.other,thrpt,4,,1,1,0.5,0.5,ops/us,
                """);
    }
}
