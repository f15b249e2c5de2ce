package dev.callcost.wireformat.chronicle;

import java.util.Objects;

/** The message of {@link BinaryWireFormat}. */
public record SelfDescribedMessage(int k, int i, String text) {
    public SelfDescribedMessage {
        Objects.requireNonNull(text);
    }
}
