package sectile.dist.best;

import sectile.dist.ccl.Collective;

/// Which way pieces go in a tree.
enum Flow {
    /// From the root to all ranks.
    DOWN,
    /// From all ranks to the root, combined on the way.
    UP,
    /// Up, and the result down again.
    UP_AND_DOWN;

    static Flow of(Collective collective) {
        return switch (collective) {
            case ALL_GATHER, BROADCAST -> DOWN;
            case REDUCE_SCATTER, REDUCE -> UP;
            case ALL_REDUCE -> UP_AND_DOWN;
            case ALL_TO_ALL, BARRIER, SEND_RECV ->
                throw new IllegalArgumentException("no trees for " + collective.text());
        };
    }

    boolean up() {
        return this != DOWN;
    }

    boolean down() {
        return this != UP;
    }
}
