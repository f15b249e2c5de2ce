package dev.callcost.wireformat;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.bytes.BytesMarshallable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** BYTES_MARSHALLABLE against what Chronicle Bytes itself makes of such a class. */
class BytesMarshallableTest {
    static final List<String> TEXTS = Texts.WELL_FORMED;

    @ParameterizedTest
    @FieldSource("TEXTS")
    void bytesAreThoseOfTheLibrarysReflection(String text) {
        BytesMarshallableFormat format = new BytesMarshallableFormat();
        long[] longs = {5, -1, Long.MIN_VALUE};
        byte[] ours = Wire.encode(format.marshaller(), format.message(-7, 8, text, longs));
        Bytes<byte[]> theirs = Bytes.allocateElasticOnHeap();
        new Reflected(-7, 8, text, longs).writeMarshallable(theirs);
        assertThat(theirs.toByteArray()).isEqualTo(ours);

        Reflected read = new Reflected(0, 0, null, null);
        read.readMarshallable(theirs);
        assertThat(read).usingRecursiveComparison().isEqualTo(new Reflected(-7, 8, text, longs));
    }

    /** The message's fields, left to the library. */
    private static final class Reflected implements BytesMarshallable {
        private int k;
        private int i;
        private String text;
        private long[] longs;

        Reflected(int k, int i, String text, long[] longs) {
            this.k = k;
            this.i = i;
            this.text = text;
            this.longs = longs;
        }
    }
}
