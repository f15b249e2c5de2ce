package dev.callcost.work;

import dev.callcost.launch.RowPair;
import dev.callcost.launch.RowPair.SideRow;

/** A side of a comparison. */
enum CountedSide {
    BASE("base"),
    HEAD("head");

    /** As messages name it. */
    final String label;

    CountedSide(String label) {
        this.label = label;
    }

    SideRow of(RowPair row) {
        return this == BASE ? row.base() : row.head();
    }
}
