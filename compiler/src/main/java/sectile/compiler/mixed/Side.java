package sectile.compiler.mixed;

import java.util.Optional;
import sectile.ir.expr.CoreAffinity;
import sectile.ir.expr.Semantics;
import sectile.ir.symbol.FunctionKind;
import sectile.ir.symbol.MemorySpace;

/// The two kinds of core in a group.
public enum Side {
    MATRIX("aic", "matrix", FunctionKind.AIC, CoreAffinity.CUBE, MemorySpace.MAT, Semantics.Flow.TO_MATRIX),
    VECTOR("aiv", "vector", FunctionKind.AIV, CoreAffinity.VECTOR, MemorySpace.VEC, Semantics.Flow.TO_VECTOR);

    private final String suffix;
    private final String word;
    private final FunctionKind kind;
    private final CoreAffinity affinity;
    private final MemorySpace received;
    private final Semantics.Flow flow;

    Side(
            String suffix,
            String word,
            FunctionKind kind,
            CoreAffinity affinity,
            MemorySpace received,
            Semantics.Flow flow) {
        this.suffix = suffix;
        this.word = word;
        this.kind = kind;
        this.affinity = affinity;
        this.received = received;
        this.flow = flow;
    }

    /// The core whose memory a space is.
    static Optional<Side> of(MemorySpace space) {
        return switch (space) {
            case VEC -> Optional.of(VECTOR);
            case MAT, LEFT, RIGHT, ACC, BIAS -> Optional.of(MATRIX);
            case DDR, SCALAR -> Optional.empty();
        };
    }

    /// What the names of its functions end in.
    String suffix() {
        return suffix;
    }

    /// As messages call it.
    public String word() {
        return word;
    }

    public FunctionKind kind() {
        return kind;
    }

    CoreAffinity affinity() {
        return affinity;
    }

    /// The memory in which tiles from the other core arrive.
    MemorySpace received() {
        return received;
    }

    /// The direction of what it receives.
    Semantics.Flow flow() {
        return flow;
    }

    Side other() {
        return this == MATRIX ? VECTOR : MATRIX;
    }
}
