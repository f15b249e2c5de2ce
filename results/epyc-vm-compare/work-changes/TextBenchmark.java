package plants;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.*;

@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class TextBenchmark {
    String s = "The quick brown fox jumps over the lazy dog, and then it does so once more. ".repeat(4).substring(0, 256);
    long[] matrix = new long[512 * 512];
    int n = 512;
    long value = 1_000_003;

    @Benchmark public int compareInLoop() { return Text.compareInLoop(s); }
    @Benchmark public int compareAfterLoop() { return Text.compareAfterLoop(s); }
    @Benchmark public int boxedStart() { return Text.boxedStart(s); }
    @Benchmark public int interfaceCall() { return Text.interfaceCall(s); }
    @Benchmark public String copiedString() { return Text.copiedString(s); }
    @Benchmark public String largerBuffer() { return Text.largerBuffer(s); }
    @Benchmark public int streamForLoop() { return Text.streamForLoop(s); }
    @Benchmark public int oneException() { return Text.oneException(s); }
    @Benchmark public int mapLookup() { return Text.mapLookup(s); }
    @Benchmark public int collidingKeys() { return Text.collidingKeys(s); }
    @Benchmark public int remainderPerChar() { return Text.remainderPerChar(s); }
    @Benchmark public int oneMoreOf64() { return Text.oneMoreOf64(s); }
    @Benchmark public long otherOrder() { return Text.otherOrder(matrix, n); }
    @Benchmark public long division() { return Text.division(value); }
    @Benchmark public int unchanged() { return Text.unchanged(s); }
}
