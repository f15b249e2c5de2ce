package dev.callcost.wireformat;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What encoding leaves in a message, seen in every field of it. */
class FirstEncodeTest {
    /** Only protobuf keeps anything: the size of the message, and that of its longs. */
    @ParameterizedTest
    @EnumSource
    void aMessageThatForgotIsAsItWasMade(WireFormat wireFormat) throws Exception {
        CallFormat<Object> format = Wire.calls(wireFormat);
        Object message = Wire.message(format, 8);
        Map<String, Object> made = fields(message);
        byte[] bytes = Wire.encode(format.marshaller(), message);
        Map<String, Object> encoded = fields(message);
        if (wireFormat == WireFormat.PROTOBUF) {
            assertThat(encoded.put("memoizedSize", -1)).isEqualTo(bytes.length);
            assertThat((int) encoded.put("longsMemoizedSerializedSize", -1)).isPositive();
        }
        assertThat(encoded).isEqualTo(made);
        format.forgetEncoding(message);
        assertThat(fields(message)).isEqualTo(made);
        assertThat(Wire.encode(format.marshaller(), message)).isEqualTo(bytes);
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
