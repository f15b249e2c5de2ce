package dev.callcost.state.keyvalue;

/** The ways in which a call may end in a sound run. */
public enum Outcome {
    /** Done as asked. */
    OK,
    /** A create came upon a value: two creates of one short key were in flight, or its delete was still to come. */
    ALREADY_EXISTS,
    /** A retrieve or an update was overtaken by a delete. */
    NOT_FOUND
}
