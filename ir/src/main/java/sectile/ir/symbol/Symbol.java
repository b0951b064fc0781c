package sectile.ir.symbol;

import java.util.List;
import java.util.Locale;

/// A member of an enumeration that programs can name, such as `pld.ReduceOp.Sum`. The codes are an append-only ABI.
public sealed interface Symbol
        permits MemorySpace,
                TensorLayout,
                TileLayout,
                PadValue,
                FunctionKind,
                Level,
                Role,
                SplitMode,
                NotifyOp,
                WaitCmp,
                AtomicType,
                ReduceOp,
                CmpType,
                CastMode,
                MaskPattern,
                PipeType,
                CoreType,
                CollectiveMode,
                ForKind {
    /// The member as the program writes it, `Sum`.
    String surfaceName();

    /// The enumeration as the program writes it, `pld.ReduceOp`.
    String sort();

    /// The number that represents the member outside the compiler.
    int code();

    default String surface() {
        return sort() + "." + surfaceName();
    }

    /// Every enumeration that programs can name, in the order of its codes.
    static List<List<? extends Symbol>> all() {
        return List.of(
                List.of(MemorySpace.values()),
                List.of(TensorLayout.values()),
                List.of(TileLayout.values()),
                List.of(PadValue.values()),
                List.of(FunctionKind.values()),
                List.of(Level.values()),
                List.of(Role.values()),
                List.of(SplitMode.values()),
                List.of(NotifyOp.values()),
                List.of(WaitCmp.values()),
                List.of(AtomicType.values()),
                List.of(ReduceOp.values()),
                List.of(CmpType.values()),
                List.of(CastMode.values()),
                List.of(MaskPattern.values()),
                List.of(PipeType.values()),
                List.of(CoreType.values()),
                List.of(CollectiveMode.values()),
                List.of(ForKind.values()));
    }

    /// `ROW_MAJOR` as `row_major`.
    static String lower(Enum<?> member) {
        return member.name().toLowerCase(Locale.ROOT);
    }
}
