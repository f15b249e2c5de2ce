package dev.callcost.state;

import dev.callcost.service.CallFunction;

/** The function behind an interface, with four receiver types of the same body; the trivial body beside it. */
public interface Callee {
    /** {@link CallFunction#apply(int, int)}. */
    int apply(int k, int i);

    /** {@link CallFunction#trivial(int, int)}. */
    int trivial(int k, int i);

    /** A receiver type. */
    final class First implements Callee {
        @Override
        public int apply(int k, int i) {
            return CallFunction.apply(k, i);
        }

        @Override
        public int trivial(int k, int i) {
            return CallFunction.trivial(k, i);
        }
    }

    /** A receiver type. */
    final class Second implements Callee {
        @Override
        public int apply(int k, int i) {
            return CallFunction.apply(k, i);
        }

        @Override
        public int trivial(int k, int i) {
            return CallFunction.trivial(k, i);
        }
    }

    /** A receiver type. */
    final class Third implements Callee {
        @Override
        public int apply(int k, int i) {
            return CallFunction.apply(k, i);
        }

        @Override
        public int trivial(int k, int i) {
            return CallFunction.trivial(k, i);
        }
    }

    /** A receiver type. */
    final class Fourth implements Callee {
        @Override
        public int apply(int k, int i) {
            return CallFunction.apply(k, i);
        }

        @Override
        public int trivial(int k, int i) {
            return CallFunction.trivial(k, i);
        }
    }
}
