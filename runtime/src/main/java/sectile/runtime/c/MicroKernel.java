package sectile.runtime.c;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import sectile.base.array.DType;
import sectile.ir.expr.ConstInt;
import sectile.ir.expr.Expr;
import sectile.ir.expr.OpCall;
import sectile.ir.expr.Semantics;
import sectile.ir.expr.Shaped;
import sectile.ir.ops.MicroKernels;
import sectile.runtime.device.MicroKernelUse;

/// A hand-written kernel of the runtime: the product of two tiles, alone or added to an accumulator, for any inner
/// extent.
///
/// @param name as programs ask for it
/// @param dtype of both operands
/// @param symbol the runtime's number of it
record MicroKernel(String name, int rows, int columns, DType dtype, String symbol) {
    private static final List<MicroKernel> OF_C = List.of(
            new MicroKernel("mac_4x4", 4, 4, DType.F32, "SX_MAC_4X4_F32"),
            new MicroKernel("mac_8x8", 8, 8, DType.F32, "SX_MAC_8X8_F32"),
            new MicroKernel("mac_6x16", 6, 16, DType.F32, "SX_MAC_6X16_F32"),
            new MicroKernel("mac_16x16", 16, 16, DType.F32, "SX_MAC_16X16_F32"),
            new MicroKernel("mac_8x8", 8, 8, DType.I8, "SX_MAC_8X8_I8"),
            new MicroKernel("mac_16x16", 16, 16, DType.I8, "SX_MAC_16X16_I8"));

    /// The table of a dialect.
    static List<MicroKernel> of(Dialect dialect) {
        return switch (dialect) {
            case C -> OF_C;
            case OPENCL -> List.of();
        };
    }

    /// The kernel that a call asks for, if it asks for one and the table has it. What was found is noted in the unit.
    static Optional<MicroKernel> of(OpContext op, Semantics.Contract contract) {
        OpCall call = op.call();
        String request = MicroKernels.requested(call);
        if (request.isEmpty()) {
            return Optional.empty();
        }
        Unit unit = op.expressions().unit();
        DType dtype = op.dtype("lhs");
        List<Expr> left = ((Shaped) op.type("lhs")).shape();
        List<Expr> right = ((Shaped) op.type("rhs")).shape();
        OptionalLong rows = extent(left.getFirst());
        OptionalLong columns = extent(right.getLast());
        var found = new ArrayList<MicroKernel>();
        for (MicroKernel kernel : of(unit.dialect())) {
            boolean named = request.equals(MicroKernels.ANY) || request.equals(kernel.name());
            if (named
                    && kernel.dtype() == dtype
                    && rows.equals(OptionalLong.of(kernel.rows()))
                    && columns.equals(OptionalLong.of(kernel.columns()))) {
                found.add(kernel);
            }
        }
        Optional<MicroKernel> kernel =
                contract.scaled() ? Optional.empty() : found.stream().findFirst();
        unit.addMicroKernel(new MicroKernelUse(
                call.span(),
                call.op().name().replaceFirst("^tile\\.", "") + " " + left.getFirst() + "×" + right.getLast() + "×"
                        + left.getLast() + " " + dtype.text(),
                request,
                kernel.map(MicroKernel::name),
                kernel.isPresent() ? "" : reason(unit.dialect(), request, rows.isPresent() && columns.isPresent())));
        return kernel;
    }

    private static String reason(Dialect dialect, String request, boolean known) {
        if (of(dialect).isEmpty()) {
            return "this device has no micro-kernels";
        }
        if (!known) {
            return "the shape is not known when the program is compiled";
        }
        List<String> shapes = of(dialect).stream()
                .filter(kernel -> request.equals(MicroKernels.ANY) || request.equals(kernel.name()))
                .map(kernel -> kernel.rows() + "×" + kernel.columns() + " "
                        + kernel.dtype().text())
                .toList();
        return "there is one for " + String.join(", ", shapes);
    }

    private static OptionalLong extent(Expr extent) {
        return extent instanceof ConstInt constant ? OptionalLong.of(constant.value()) : OptionalLong.empty();
    }
}
