package sectile.dist.algorithm;

/// One half of every part: the first, which is the larger one if a part has an odd number of elements, or the second.
record HalfParts(Parts whole, boolean second) implements Cut {
    @Override
    public int parts() {
        return whole.parts();
    }

    @Override
    public long start(int part) {
        return whole.start(part) + (second ? Math.ceilDiv(whole.count(part), 2L) : 0);
    }

    @Override
    public long count(int part) {
        return second ? whole.count(part) / 2 : Math.ceilDiv(whole.count(part), 2L);
    }

    @Override
    public long most() {
        return count(0);
    }
}
