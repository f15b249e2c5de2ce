package dev.callcost.wireformat;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What encoding leaves in a message, seen in every field of it. */
class FirstEncodeTest {
    private static final long[] LONGS = {1, -1, 1 << 20};

    @ParameterizedTest
    @MethodSource("dev.callcost.wireformat.MessageType#all")
    <M> void aMessageThatForgotIsAsItWasMade(MessageType<M> type) throws Exception {
        M message = type.message(8);
        Map<String, Object> made = fields(message);
        byte[] bytes = Wire.encode(type.format().marshaller(), message);
        type.format().forgetEncoding(message);
        assertThat(fields(message)).isEqualTo(made);
        assertThat(Wire.encode(type.format().marshaller(), message)).isEqualTo(bytes);
    }

    @Test
    void protobufKeepsTwoSizes() throws Exception {
        ProtobufFormat format = new ProtobufFormat();
        var message = format.message(7, 8, Texts.EURO, LONGS);
        Map<String, Object> made = fields(message);
        byte[] bytes = Wire.encode(format.marshaller(), message);
        Map<String, Object> encoded = fields(message);
        assertThat(made).containsEntry("memoizedSize", -1).containsEntry("longsMemoizedSerializedSize", -1);
        assertThat(encoded)
                .containsEntry("memoizedSize", bytes.length)
                .containsEntry("longsMemoizedSerializedSize", 14);
        encoded.putAll(Map.of("memoizedSize", -1, "longsMemoizedSerializedSize", -1));
        assertThat(encoded).isEqualTo(made);
    }

    @Test
    void ofAQuoteProtobufKeepsOneSize() throws Exception {
        var format = ProtobufFormat.quotes();
        var quote = format.quote(Texts.EURO, 1L << 60, 1.5, 1.75, 100, 200);
        byte[] bytes = Wire.encode(format.marshaller(), quote);
        Map<String, Object> encoded = fields(quote);
        assertThat(encoded).containsEntry("memoizedSize", bytes.length);
        encoded.put("memoizedSize", -1);
        assertThat(encoded).isEqualTo(fields(format.quote(Texts.EURO, 1L << 60, 1.5, 1.75, 100, 200)));
    }

    static Stream<MessageType<?>> notProtobuf() {
        return MessageType.all().filter(type -> type.wireFormat() != WireFormat.PROTOBUF);
    }

    @ParameterizedTest
    @MethodSource("notProtobuf")
    <M> void otherFormatsKeepNothing(MessageType<M> type) throws Exception {
        M message = type.message(8);
        Map<String, Object> made = fields(message);
        Wire.encode(type.format().marshaller(), message);
        assertThat(fields(message)).isEqualTo(made);
    }

    /** The values of all fields that an object has of its own, those of its superclasses too. */
    private static Map<String, Object> fields(Object object) throws IllegalAccessException {
        Map<String, Object> values = new TreeMap<>();
        for (Class<?> type = object.getClass(); type != Object.class; type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers())) {
                    field.setAccessible(true);
                    values.put(field.getName(), field.get(object));
                }
            }
        }
        return values;
    }
}
