package sectile.base.order;

import java.util.List;

/// Decides in which order the concurrent parts of a program proceed.
public interface Order {
    /// Which part proceeds.
    ///
    /// @param ready the parts that can, never empty. In a pause, the part that runs is the first of them;
    ///     the others follow in the order in which they became ready
    /// @return an index into the list
    int next(List<? extends Part> ready);

    /// Whether a part that could continue still asks before each of its visible operations.
    boolean interleaves();

    /// Whether a choice that is free by the language, such as the order of the iterations of a parallel
    /// loop, is drawn.
    default boolean draws() {
        return false;
    }

    /// A number from 0 up to `bound`, exclusive; 0 unless this order [#draws()].
    default int draw(int bound) {
        return 0;
    }

    /// First come, first served; a part continues until it has to wait.
    static Order firstCome() {
        return new FirstCome();
    }

    /// Drawn from a seed, with pauses before every visible operation.
    static Order seeded(long seed) {
        return new Seeded(seed);
    }
}
