package sectile.dist.algorithm;

/// One step of a schedule: some elements leave, others come in, to be combined with what is there or to replace
/// it. Nothing leaves or comes where a count is 0.
record Move(String to, long sendStart, long sendCount, String from, long takeStart, long takeCount, boolean reduce) {

    static Move send(String to, long start, long count) {
        return new Move(to, start, count, to, 0, 0, false);
    }

    static Move take(String from, long start, long count, boolean reduce) {
        return new Move(from, 0, 0, from, start, count, reduce);
    }
}
