package sectile.sim.random;

import java.util.List;
import org.jspecify.annotations.Nullable;
import sectile.sim.kernel.Destination;
import sectile.sim.kernel.Handle;
import sectile.sim.kernel.Kernel;
import sectile.sim.kernel.KernelArgs;
import sectile.sim.kernel.RecvFuture;
import sectile.sim.kernel.Tl;

/// Carries a program out on `tl`. Arguments: the PE's home, its bytes, then the homes of all ranks.
public final class ProgramKernel implements Kernel {
    private static final int HOMES = 2;

    private final Program program;

    public ProgramKernel(Program program) {
        this.program = program;
    }

    @Override
    public void run(Tl tl, KernelArgs args) {
        new Rank(tl, args).steps(program.steps().get(program.ranks().indexOf(tl.place())));
    }

    private static final class Rank {
        private final Tl tl;
        private final KernelArgs args;
        private final @Nullable Handle[] registers = new Handle[Generator.REGISTERS];
        private final @Nullable RecvFuture[] futures = new RecvFuture[Generator.FUTURES];

        Rank(Tl tl, KernelArgs args) {
            this.tl = tl;
            this.args = args;
        }

        void steps(List<Step> steps) {
            steps.forEach(this::step);
        }

        private Handle at(int register) {
            Handle handle = registers[register];
            if (handle == null) {
                throw new IllegalStateException("register " + register + " is empty");
            }
            return handle;
        }

        private RecvFuture future(int number) {
            RecvFuture future = futures[number];
            if (future == null) {
                throw new IllegalStateException("future " + number + " was not asked for");
            }
            return future;
        }

        private long home(int offset) {
            return args.pointer(0) + offset;
        }

        private void step(Step step) {
            switch (step) {
                case Step.Load s ->
                    registers[s.to()] = s.ref()
                            ? tl.ref(home(s.offset()), s.shape(), s.dtype())
                            : tl.load(home(s.offset()), s.shape(), s.dtype());
                case Step.Store s -> tl.store(home(s.offset()), at(s.from()));
                case Step.Binary s -> registers[s.to()] = binary(s.op(), at(s.a()), at(s.b()));
                case Step.Scalar s -> registers[s.to()] = scalar(s.op(), at(s.a()), s.number());
                case Step.Fma s -> registers[s.to()] = tl.fma(at(s.a()), at(s.b()), at(s.c()));
                case Step.Clamp s -> registers[s.to()] = tl.clamp(at(s.a()), s.low(), s.high());
                case Step.Unary s -> registers[s.to()] = unary(s.op(), at(s.a()));
                case Step.Reduce s -> registers[s.to()] = reduce(s.op(), at(s.a()), s.axis());
                case Step.Select s -> {
                    Handle condition = tl.compare(s.op(), at(s.a()), at(s.b()));
                    registers[s.to()] = tl.where(condition, at(s.a()), at(s.b()));
                }
                case Step.Cast s -> registers[s.to()] = tl.cast(at(s.a()), s.dtype());
                case Step.Full s -> registers[s.to()] = tl.full(s.shape(), s.dtype(), s.number());
                case Step.Transpose s -> registers[s.to()] = tl.transpose(at(s.a()));
                case Step.Dot s -> registers[s.to()] = tl.dot(at(s.a()), at(s.b()), s.dtype());
                case Step.Composite s -> composite(s);
                case Step.Send s -> tl.send(s.direction(), at(s.from()));
                case Step.Take s -> registers[s.to()] = tl.take(s.direction(), s.shape(), s.dtype());
                case Step.Receive s ->
                    registers[s.to()] = tl.mul(tl.recv(s.direction(), s.shape(), s.dtype()), s.factor());
                case Step.ReceiveTo s -> {
                    long there = home(s.offset());
                    Destination destination = new Destination(
                            there, tl.ref(there, s.shape(), s.dtype()).space());
                    registers[s.to()] = tl.recv(s.direction(), s.shape(), s.dtype(), destination);
                }
                case Step.Ask s -> futures[s.future()] = tl.recvAsync(s.direction(), s.shape(), s.dtype());
                case Step.Await s -> registers[s.to()] = tl.mul(tl.await(future(s.future())), s.factor());
                case Step.Gather s -> gather(s);
                case Step.RemoteLoad s -> {
                    long there = args.pointer(HOMES + s.rank()) + s.offset();
                    registers[s.to()] = tl.load(there, s.shape(), s.dtype());
                }
                case Step.RemoteStore s -> tl.store(args.pointer(HOMES + s.rank()) + s.offset(), at(s.from()));
                case Step.Branch s -> {
                    Handle seen = at(s.register());
                    double element = tl.item(seen, seen.shape().unflatten(s.index()));
                    steps(element > s.threshold() ? s.above() : s.others());
                }
            }
        }

        private void gather(Step.Gather s) {
            Handle sum = tl.zeros(s.shape(), s.dtype());
            for (int i = 0; i < s.count(); i++) {
                sum = tl.add(tl.recv(s.shape(), s.dtype()), sum);
            }
            registers[s.to()] = sum;
        }

        private void composite(Step.Composite s) {
            tl.composite(
                    "gemm",
                    tl.ref(home(s.offsetA()), sectile.base.array.Shape.of(s.m(), s.k()), s.dtype()),
                    tl.ref(home(s.offsetB()), sectile.base.array.Shape.of(s.k(), s.n()), s.dtype()),
                    home(s.offsetOut()),
                    s.outDtype(),
                    s.tileM(),
                    s.tileN(),
                    s.tileK());
        }

        private Handle binary(Step.BinaryKind op, Handle a, Handle b) {
            return switch (op) {
                case ADD -> tl.add(a, b);
                case SUB -> tl.sub(a, b);
                case MUL -> tl.mul(a, b);
                case DIV -> tl.div(a, b);
                case MAXIMUM -> tl.maximum(a, b);
                case MINIMUM -> tl.minimum(a, b);
            };
        }

        private Handle scalar(Step.BinaryKind op, Handle a, double b) {
            return switch (op) {
                case ADD -> tl.add(a, b);
                case SUB -> tl.sub(a, b);
                case MUL -> tl.mul(a, b);
                case DIV -> tl.div(a, b);
                case MAXIMUM -> tl.maximum(a, b);
                case MINIMUM -> tl.minimum(a, b);
            };
        }

        private Handle unary(Step.UnaryKind op, Handle a) {
            return switch (op) {
                case NEG -> tl.neg(a);
                case ABS -> tl.abs(a);
                case SQRT -> tl.sqrt(a);
                case EXP -> tl.exp(a);
                case LOG -> tl.log(a);
                case SIN -> tl.sin(a);
                case COS -> tl.cos(a);
            };
        }

        private Handle reduce(Step.ReduceKind op, Handle a, int axis) {
            return switch (op) {
                case SUM -> tl.sum(a, axis);
                case MAX -> tl.max(a, axis);
                case MIN -> tl.min(a, axis);
            };
        }
    }
}
