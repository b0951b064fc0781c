package sectile.base.order;

import java.util.List;

/// First come, first served.
record FirstCome() implements Order {
    @Override
    public int next(List<? extends Part> ready) {
        return 0;
    }

    @Override
    public boolean interleaves() {
        return false;
    }
}
