package sectile.cli.conformance;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.base.limit.Limits;
import sectile.base.number.Rounding;
import sectile.base.number.TernaryFunction;
import sectile.sim.Place;
import sectile.sim.functional.FunctionalRun;
import sectile.sim.ipcq.Wiring;
import sectile.sim.kernel.Handle;
import sectile.sim.kernel.Kernel;
import sectile.sim.kernel.KernelArgs;
import sectile.sim.kernel.Space;
import sectile.sim.kernel.Tl;
import sectile.sim.machine.Machine;
import sectile.sim.machine.PeSet;
import sectile.sim.memory.Buffers.Buffer;
import sectile.sim.topology.Topologies;

/// A kernel of one `tl` operation: without time, or on the simulated machine.
enum TlExecutor implements Executor {
    FUNCTIONAL {
        @Override
        public NdArray run(Case test, List<NdArray> operands) {
            List<Buffer> buffers = new ArrayList<>();
            long size = 0;
            for (NdArray operand : operands) {
                buffers.add(new Buffer(size, bytes(operand.dtype(), operand.elements()), operand.dtype()));
                size += bytes(operand.dtype(), operand.elements());
            }
            Shape shape = resultShape(test, operands);
            buffers.add(new Buffer(size, bytes(test.result(), shape.elements()), test.result()));
            byte[] memory = new byte[(int) (size + bytes(test.result(), shape.elements()))];
            for (int i = 0; i < operands.size(); i++) {
                byte[] packed = operands.get(i).toBytes();
                System.arraycopy(packed, 0, memory, (int) buffers.get(i).address(), packed.length);
            }
            Kernel kernel = (tl, args) -> compute(
                    tl,
                    test,
                    operands,
                    buffers.stream().map(b -> args.pointer(0) + b.address()).toList());
            NdArray after = FunctionalRun.runShared(
                    kernel,
                    Wiring.of(List.of(PE), place -> new LinkedHashMap<>()),
                    NdArray.ofBytes(memory, DType.U8, Shape.of(memory.length)),
                    buffers,
                    Limits.none());
            byte[] result = Arrays.copyOfRange(
                    after.toBytes(), (int) size, (int) (size + test.result().bytesFor(shape.elements())));
            return NdArray.ofBytes(result, test.result(), shape);
        }
    },

    MACHINE {
        @Override
        public NdArray run(Case test, List<NdArray> operands) {
            try (Machine machine = Machine.open(Topologies.preset("default"))) {
                List<Long> addresses = new ArrayList<>();
                for (NdArray operand : operands) {
                    long address = machine.allocate(Space.HBM, PE, operand.dtype(), operand.elements());
                    machine.write(address, operand);
                    addresses.add(address);
                }
                Shape shape = resultShape(test, operands);
                long to = machine.allocate(Space.HBM, PE, test.result(), shape.elements());
                addresses.add(to);
                machine.launch((tl, args) -> compute(tl, test, operands, addresses), KernelArgs.of(), PeSet.of(PE));
                return machine.read(to, test.result(), shape);
            }
        }
    };

    private static final Place PE = new Place(0, 0, 0);

    private interface Operation {
        Handle apply(Tl tl, List<Handle> operands);
    }

    @Override
    public boolean has(Case test) {
        boolean storage = test.dtype().isFloat() && test.dtype().bits() <= 8;
        boolean moves = test instanceof Case.Cast || test instanceof Case.Compare;
        return (moves || !storage) && operation(test).isPresent();
    }

    private static long bytes(DType dtype, long elements) {
        return Math.ceilDiv(dtype.bytesFor(elements), 64) * 64;
    }

    private static Shape resultShape(Case test, List<NdArray> operands) {
        return test instanceof Case.Reduce ? Shape.of(1) : operands.getFirst().shape();
    }

    private static void compute(Tl tl, Case test, List<NdArray> operands, List<Long> addresses) {
        List<Handle> handles = new ArrayList<>();
        for (int i = 0; i < operands.size(); i++) {
            NdArray operand = operands.get(i);
            Shape shape = test instanceof Case.Reduce ? Shape.of(1, operand.elements()) : operand.shape();
            handles.add(tl.load(addresses.get(i), shape, operand.dtype()));
        }
        tl.store(addresses.getLast(), operation(test).orElseThrow().apply(tl, handles));
    }

    private static Optional<Operation> operation(Case test) {
        return Optional.ofNullable(
                switch (test) {
                    case Case.Unary u ->
                        switch (u.function()) {
                            case NEG -> (tl, x) -> tl.neg(x.getFirst());
                            case ABS -> (tl, x) -> tl.abs(x.getFirst());
                            case SQRT -> (tl, x) -> tl.sqrt(x.getFirst());
                            case EXP -> (tl, x) -> tl.exp(x.getFirst());
                            case LOG -> (tl, x) -> tl.log(x.getFirst());
                            case SIGMOID -> (tl, x) -> tl.sigmoid(x.getFirst());
                            case SIN -> (tl, x) -> tl.sin(x.getFirst());
                            case COS -> (tl, x) -> tl.cos(x.getFirst());
                            case NOT, RELU, RECIP, RSQRT -> null;
                        };
                    case Case.Binary b ->
                        b.dtype() == DType.BOOL
                                ? null
                                : switch (b.function()) {
                                    case ADD -> (tl, x) -> tl.add(x.getFirst(), x.get(1));
                                    case SUB -> (tl, x) -> tl.sub(x.getFirst(), x.get(1));
                                    case MUL -> (tl, x) -> tl.mul(x.getFirst(), x.get(1));
                                    case DIV -> (tl, x) -> tl.div(x.getFirst(), x.get(1));
                                    case MAXIMUM -> (tl, x) -> tl.maximum(x.getFirst(), x.get(1));
                                    case MINIMUM -> (tl, x) -> tl.minimum(x.getFirst(), x.get(1));
                                    case FLOOR_DIV, FMOD, REM, POW, AND, OR, XOR, SHL, SHR, EXPDIF, PRELU -> null;
                                };
                    case Case.Ternary t ->
                        t.function() == TernaryFunction.FMA
                                ? (tl, x) -> tl.fma(x.getFirst(), x.get(1), x.get(2))
                                : null;
                    case Case.Compare c -> (tl, x) -> tl.compare(c.comparison(), x.getFirst(), x.get(1));
                    case Case.Cast c ->
                        (tl, x) -> tl.cast(
                                x.getFirst(),
                                c.result(),
                                Rounding.parse(c.mode()).orElseThrow());
                    case Case.Reduce r ->
                        switch (r.function()) {
                            case SUM -> (tl, x) -> tl.sum(x.getFirst(), 1);
                            case MAX -> (tl, x) -> tl.max(x.getFirst(), 1);
                            case MIN -> (tl, x) -> tl.min(x.getFirst(), 1);
                            case PROD, ARGMAX, ARGMIN -> null;
                        };
                });
    }
}
