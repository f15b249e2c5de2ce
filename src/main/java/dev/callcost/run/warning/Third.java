package dev.callcost.run.warning;

import java.util.List;

/** A part of a fork's measured iterations. The first and the last third are of equal length, the middle one has what is left over. */
enum Third {
    FIRST,
    MIDDLE,
    LAST;

    /** This part of a list; the first and the last are empty when it has fewer than three elements. */
    <T> List<T> of(List<T> list) {
        int n = list.size();
        int length = n / 3;
        return switch (this) {
            case FIRST -> list.subList(0, length);
            case MIDDLE -> list.subList(length, n - length);
            case LAST -> list.subList(n - length, n);
        };
    }
}
