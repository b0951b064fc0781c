package sectile.compiler.mixed;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.Diagnostics;
import sectile.compiler.problem.CompilerCode;
import sectile.ir.Function;
import sectile.ir.Program;
import sectile.ir.Walk;
import sectile.ir.expr.Attr;
import sectile.ir.expr.FunctionCall;
import sectile.ir.expr.OpCall;
import sectile.ir.expr.Semantics;
import sectile.ir.expr.Submit;

/// The global memory that the pipes of one block take: a ring of slots for each direction of each pipe, one after the
/// other, in the order of pipes, first to the vector core.
public final class PipeBuffer {
    /// The parameter that hands the memory to kernels.
    public static final String NAME = "__gm_pipe_buffer";

    private static final long WORD = 4;

    /// The rings of a pipe.
    ///
    /// @param mask the directions in use
    private record Rings(long mask, long slotSize, long slots, OpCall first) {
        long bytes() {
            return slotSize * slots;
        }
    }

    private final Map<Long, Rings> pipes = new TreeMap<>();

    private PipeBuffer() {}

    /// Of all pipes that a function and those it calls set up. Ends of one pipe that differ are mistakes of the user.
    public static PipeBuffer of(Program program, String function, Diagnostics diagnostics) {
        var buffer = new PipeBuffer();
        for (Function each : reachable(program, function)) {
            for (OpCall open : opens(each)) {
                buffer.add(open, diagnostics);
            }
        }
        return buffer;
    }

    /// The calls in a function that set up a pipe.
    public static List<OpCall> opens(Function function) {
        var found = new ArrayList<OpCall>();
        Walk.eachExpression(function.body(), expr -> {
            if (expr instanceof OpCall call && call.op().semantics() instanceof Semantics.Open) {
                found.add(call);
            }
        });
        return found;
    }

    /// A function and all that it calls, in the order in which they are met.
    public static List<Function> reachable(Program program, String function) {
        var found = new ArrayList<Function>();
        visit(program, function, found, new HashSet<>());
        return found;
    }

    private static void visit(Program program, String name, List<Function> found, Set<String> seen) {
        if (seen.add(name)) {
            program.find(name).ifPresent(function -> {
                found.add(function);
                callees(function).forEach(c -> visit(program, c, found, seen));
            });
        }
    }

    static List<String> callees(Function function) {
        var names = new ArrayList<String>();
        Walk.eachExpression(function.body(), expr -> {
            if (expr instanceof FunctionCall call) {
                names.add(call.callee());
            } else if (expr instanceof Submit submit) {
                names.add(submit.callee());
            }
        });
        return names;
    }

    static long number(OpCall call, String attribute) {
        return call.attr(attribute).orElse(null) instanceof Attr.Int value ? value.value() : 0;
    }

    private void add(OpCall open, Diagnostics diagnostics) {
        long id = number(open, "id");
        long size = number(open, "slot_size");
        long slots = number(open, "slot_num");
        Rings known = pipes.get(id);
        if (known != null && (known.slotSize != size || known.slots != slots)) {
            diagnostics.add(Diagnostic.error(
                            CompilerCode.PIPE_ENDS_DIFFER,
                            open.span(),
                            "pipe " + id + " has " + slots + " slots of " + size + " bytes here and " + known.slots
                                    + " of " + known.slotSize + " at its other end")
                    .hint("give both ends the same slot_num and slot_size"));
            return;
        }
        long mask = number(open, "dir_mask") | (known == null ? 0 : known.mask);
        pipes.put(id, new Rings(mask, size, slots, known == null ? open : known.first));
    }

    public boolean isEmpty() {
        return pipes.isEmpty();
    }

    /// Bytes of a block.
    public long bytes() {
        long sum = 0;
        for (Rings rings : pipes.values()) {
            try {
                long bytes = Math.multiplyExact(rings.slotSize, rings.slots);
                sum = Math.addExact(sum, Math.multiplyExact(bytes, (long) Long.bitCount(rings.mask)));
            } catch (ArithmeticException overflow) {
                throw new sectile.base.diag.DiagnosticException(Diagnostic.error(
                        CompilerCode.PIPE_TOO_LARGE, rings.first.span(), "slots × slot size overflows 64 bits"));
            }
        }
        return sum;
    }

    /// FP32 elements of a block.
    public long elements() {
        return (bytes() + WORD - 1) / WORD;
    }

    /// Where the ring of a direction of a pipe begins, in bytes.
    public long address(long pipe, Semantics.Flow flow) {
        long address = 0;
        for (var entry : pipes.entrySet()) {
            Rings rings = entry.getValue();
            if (entry.getKey() == pipe) {
                boolean second = flow == Semantics.Flow.TO_MATRIX && (rings.mask & 1) != 0;
                return address + (second ? rings.bytes() : 0);
            }
            address += rings.bytes() * Long.bitCount(rings.mask);
        }
        throw new IllegalArgumentException("no pipe " + pipe);
    }
}
