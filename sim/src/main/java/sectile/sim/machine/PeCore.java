package sectile.sim.machine;

import org.jspecify.annotations.Nullable;
import sectile.base.array.DType;
import sectile.base.limit.Limits;
import sectile.sim.Place;
import sectile.sim.kernel.KernelCore;
import sectile.sim.kernel.Space;

/// A PE of the machine as the kernel on it knows it.
sealed class PeCore implements KernelCore permits LineFinder.Core {
    private final Body body;
    private final Pe pe;

    PeCore(Body body) {
        this.body = body;
        this.pe = body.pe();
    }

    @Override
    public final Place place() {
        return pe.place();
    }

    @Override
    public final int programs(int axis) {
        return axis == 0 ? body.cube().size() : body.sip().cubes().size();
    }

    @Override
    public final int programId(int axis) {
        return axis == 0
                ? body.cube().position(pe.place().pe())
                : body.sip().cubes().indexOf(body.cube());
    }

    @Override
    public Limits limits() {
        return pe.simulation().limits();
    }

    @Override
    public final boolean computesValues() {
        return pe.simulation().computesValues();
    }

    @Override
    public final boolean wantsMarks() {
        return pe.simulation().listeners().wantMarks();
    }

    @Override
    public final Space spaceOf(long address, long bytes) {
        Reach latest = pe.latestReach();
        if (latest != null && latest.holdsAll(address, bytes)) {
            check(address, bytes);
            return latest.space();
        }
        if (pe.simulation().isVirtual(address)) {
            settle();
        }
        Space space = Addresses.spaceOf(pe, address, bytes);
        check(address, bytes);
        return space;
    }

    /// Kernels in a text are told where they leave their buffers, in every run with values.
    private void check(long address, long bytes) {
        pe.checkBuffer(address, bytes);
        if (computesValues() && body.isText()) {
            pe.checkBlocks(address, bytes);
        }
    }

    /// What a virtual address maps to depends on what the machine has done before.
    void settle() {
        body.settle();
    }

    @Override
    public final @Nullable DType elementType(long address) {
        return pe.elementType(address);
    }

    @Override
    public void accessed(DType dtype) {
        pe.accessed(dtype);
    }

    @Override
    public final long scratch(long bytes) {
        return pe.scratch().address(bytes);
    }

    @Override
    public final int defaultTile() {
        return pe.simulation().topology().compositeTile();
    }
}
