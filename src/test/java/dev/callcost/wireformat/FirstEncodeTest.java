package dev.callcost.wireformat;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What encoding leaves in a message, seen in every field of it. */
class FirstEncodeTest {
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

    static Stream<MessageType<?>> protobuf() {
        return MessageType.of(WireFormat.PROTOBUF);
    }

    /** The size of the message, and that of a call's longs. */
    @ParameterizedTest
    @MethodSource("protobuf")
    <M> void protobufKeepsSizes(MessageType<M> type) throws Exception {
        M message = type.message(8);
        Map<String, Object> made = fields(message);
        byte[] bytes = Wire.encode(type.format().marshaller(), message);
        Map<String, Object> encoded = fields(message);
        assertThat(encoded).containsEntry("memoizedSize", bytes.length);
        encoded.put("memoizedSize", -1);
        encoded.computeIfPresent("longsMemoizedSerializedSize", (name, size) -> {
            assertThat((int) size).isPositive();
            return -1;
        });
        assertThat(encoded).isEqualTo(made);
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
