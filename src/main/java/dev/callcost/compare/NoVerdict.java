package dev.callcost.compare;

/** Why a row has no verdict: what happened, and the reason in one line. */
public record NoVerdict(Kind kind, String why) {
    public enum Kind {
        /** Forks of a side failed after pairs of the row had been measured. */
        FAILED,
        /** Forks of a side failed before any pair of the row was measured. */
        NOT_MEASURED,
        /** A side cannot run the row on this machine. */
        SKIPPED,
        /** The budget is too short to bring the row to its first interim analysis. */
        LEFT_OUT
    }

    static NoVerdict failed(boolean isMeasured, String why) {
        return new NoVerdict(isMeasured ? Kind.FAILED : Kind.NOT_MEASURED, why);
    }

    boolean isFailure() {
        return kind == Kind.FAILED || kind == Kind.NOT_MEASURED;
    }
}
