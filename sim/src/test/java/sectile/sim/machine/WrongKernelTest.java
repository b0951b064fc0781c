package sectile.sim.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static sectile.sim.machine.World.A;
import static sectile.sim.machine.World.B;
import static sectile.sim.machine.World.C;
import static sectile.sim.machine.World.HBM;
import static sectile.sim.machine.World.SRAM;
import static sectile.sim.machine.World.TCM;
import static sectile.sim.machine.World.TEXT;
import static sectile.sim.machine.World.VIRTUAL;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import sectile.base.array.DType;
import sectile.base.array.Shape;
import sectile.base.coroutine.CoroutineKind;
import sectile.base.diag.DiagnosticRenderer;
import sectile.base.number.Comparison;
import sectile.sim.Place;
import sectile.sim.kernel.Destination;
import sectile.sim.kernel.Handle;
import sectile.sim.kernel.Kernel;
import sectile.sim.kernel.KernelFailure;
import sectile.sim.kernel.RecvFuture;
import sectile.sim.kernel.Space;
import sectile.sim.kernel.Tl;
import sectile.sim.memory.AddressMap;

/// Every way to write a wrong kernel: each gives its own diagnostic, which names the PE, the kernel's line and the
/// operation, and leaves the machine as sound as it was.
///
/// To add a case, copy the lines of one: the name, the code, the operation the kernel is in ("" if none), a part of the
/// message, and the kernel. It runs on A; [Wrong#on] says otherwise. What each case has to misuse is said in [World].
final class WrongKernelTest {
    private static final Shape FOUR = Shape.of(4);
    private static final Shape HUGE = Shape.of(5 << 20);
    private static final AddressMap ADDRESSES = Addresses.of(World.SMALL);
    private static final long SIP_BIT = 1L << 43;
    private static final long CUBE_BIT = 1L << 38;
    private static final long RESERVED = 42L << 31;

    /// What A got goes to B behind the simulator's back.
    private static final List<RecvFuture> SMUGGLED = new ArrayList<>();

    static final List<Wrong> CASES = List.of(
            wrong("payload larger than a slot", "IPC-202", "send", "68 bytes does not fit a slot of 64", (tl, args) -> {
                tl.send("E", tl.zeros(Shape.of(17), DType.F32));
            }),
            wrong("payload in memory larger than a slot", "IPC-202", "send", "direction `W`", (tl, args) -> {
                tl.send("W", tl.ref(args.pointer(HBM), Shape.of(1024), DType.F32));
            }),
            wrong("unaligned load", "KER-204", "load", "is not aligned to the 4 bytes of f32", (tl, args) -> {
                tl.load(args.pointer(HBM) + 2, FOUR, DType.F32);
            }),
            wrong("unaligned store", "KER-204", "store", "is not aligned to the 8 bytes of f64", (tl, args) -> {
                tl.store(args.pointer(TCM) + 4, tl.zeros(FOUR, DType.F64));
            }),
            wrong("unaligned reference", "KER-204", "ref", "is not aligned to the 2 bytes of bf16", (tl, args) -> {
                tl.ref(args.pointer(VIRTUAL) + 1, FOUR, DType.BF16);
            }),
            wrong("address in no range", "SIM-307", "load", "nothing at address 0x1500000000", (tl, args) -> {
                tl.load(RESERVED, FOUR, DType.F32);
            }),
            wrong("address of a SIP that is not there", "SIM-307", "load", "SIP 5 does not exist", (tl, args) -> {
                tl.load(args.pointer(HBM) + 5 * SIP_BIT, FOUR, DType.F32);
            }),
            wrong("address of a cube that is not there", "SIM-307", "store", "cube 9 does not exist", (tl, args) -> {
                tl.store(args.pointer(HBM) + 9 * CUBE_BIT, tl.zeros(FOUR, DType.F32));
            }),
            wrong("address of a PE that is not there", "SIM-307", "load", "is past the 2 PEs of a cube", (tl, args) -> {
                tl.load((1L << 37) + 5L * (24L << 30), FOUR, DType.F32);
            }),
            wrong("address past a TCM", "SIM-307", "load", "is past the 16777216 bytes of TCM", (tl, args) -> {
                tl.load(ADDRESSES.peTcm(A, 0) + (16 << 20), FOUR, DType.F32);
            }),
            wrong("queue registers as memory", "SIM-401", "load", "not memory but IPCQ ring sip=0", (tl, args) -> {
                tl.load(ADDRESSES.peIpcq(B, 64), FOUR, DType.F32);
            }),
            wrong("status registers as memory", "SIM-401", "store", "not memory but status", (tl, args) -> {
                tl.store(ADDRESSES.peStatus(A, 0), tl.zeros(FOUR, DType.F32));
            }),
            wrong("access leaving its memory", "SIM-402", "load", "which ends 8 bytes on", (tl, args) -> {
                tl.load(ADDRESSES.peHbm(A, (24L << 30) - 8), FOUR, DType.F32);
            }),
            wrong("store leaving its memory", "SIM-402", "store", "16 bytes at address 0x", (tl, args) -> {
                tl.store(ADDRESSES.cubeSram(0, 0, (32 << 20) - 4), tl.zeros(FOUR, DType.F32));
            }),
            wrong("virtual address not mapped", "SIM-321", "load", "nothing is mapped", (tl, args) -> {
                        tl.load(args.pointer(VIRTUAL), FOUR, DType.F32);
                    })
                    .on(C),
            wrong("virtual range mapped in part", "SIM-321", "load", "the nearest mapped: 0x", (tl, args) -> {
                tl.load(args.pointer(VIRTUAL) + 4088, FOUR, DType.F32);
            }),
            wrong("negative address", "SIM-321", "ref", "0xfffffffffffffff8 is not mapped", (tl, args) -> {
                tl.ref(-8, FOUR, DType.F32);
            }),
            wrong("load larger than TCM", "SIM-403", "load", "20971520 bytes does not fit the 12582912", (tl, args) -> {
                tl.load(ADDRESSES.peHbm(A, 0), HUGE, DType.F32);
            }),
            wrong("value larger than TCM", "SIM-403", "zeros", "usable bytes of TCM", (tl, args) -> {
                tl.zeros(HUGE, DType.F32);
            }),
            wrong("value larger than any tile", "SIM-403", "full", "8796093022208 bytes", (tl, args) -> {
                tl.full(Shape.of(1 << 20, 1 << 20), DType.F64, 1);
            }),
            wrong("operand larger than TCM", "SIM-403", "sum", "usable bytes of TCM", (tl, args) -> {
                tl.sum(tl.ref(ADDRESSES.peHbm(A, 0), HUGE, DType.F32), 0);
            }),
            wrong("add of two types", "KER-101", "add", "add of f32 and f16", (tl, args) -> {
                tl.add(tl.zeros(FOUR, DType.F32), tl.zeros(FOUR, DType.F16));
            }),
            wrong("dot of two types", "KER-101", "dot", "dot of bf16 and f16", (tl, args) -> {
                tl.dot(tl.zeros(Shape.of(2, 2), DType.BF16), tl.zeros(Shape.of(2, 2), DType.F16));
            }),
            wrong("fma of two types", "KER-101", "fma", "fma of f32 and i32", (tl, args) -> {
                tl.fma(tl.zeros(FOUR, DType.F32), tl.zeros(FOUR, DType.F32), tl.zeros(FOUR, DType.I32));
            }),
            wrong("where of two types", "KER-101", "where", "where of f32 and f64", (tl, args) -> {
                tl.where(tl.zeros(FOUR, DType.BOOL), tl.zeros(FOUR, DType.F32), tl.zeros(FOUR, DType.F64));
            }),
            wrong("comparison of two types", "KER-101", "compare", "of i8 and u8", (tl, args) -> {
                tl.compare(Comparison.LT, tl.zeros(FOUR, DType.I8), tl.zeros(FOUR, DType.U8));
            }),
            wrong("shapes that do not broadcast", "KER-102", "mul", "mul of shapes 4 and 3", (tl, args) -> {
                tl.mul(tl.zeros(FOUR, DType.F32), tl.zeros(Shape.of(3), DType.F32));
            }),
            wrong("condition of another shape", "KER-102", "where", "where of shapes 2x2 and 4", (tl, args) -> {
                tl.where(tl.zeros(Shape.of(2, 2), DType.BOOL), tl.zeros(FOUR, DType.F32), tl.zeros(FOUR, DType.F32));
            }),
            wrong("sum of bools", "KER-103", "sum", "sum of bool is not defined", (tl, args) -> {
                tl.sum(tl.zeros(FOUR, DType.BOOL), 0);
            }),
            wrong("exponential of integers", "KER-103", "exp", "exp of i32 is not defined", (tl, args) -> {
                tl.exp(tl.zeros(FOUR, DType.I32));
            }),
            wrong("arithmetic on a storage type", "KER-103", "add", "add of fp8e4m3 is not defined", (tl, args) -> {
                tl.add(tl.zeros(FOUR, DType.F8E4M3), tl.zeros(FOUR, DType.F8E4M3));
            }),
            wrong("condition that is not a bool", "KER-103", "where", "expected bool", (tl, args) -> {
                tl.where(tl.zeros(FOUR, DType.F32), tl.zeros(FOUR, DType.F32), tl.zeros(FOUR, DType.F32));
            }),
            wrong("dot of bools", "KER-103", "dot", "dot of bool", (tl, args) -> {
                tl.dot(tl.zeros(Shape.of(2, 2), DType.BOOL), tl.zeros(Shape.of(2, 2), DType.BOOL));
            }),
            wrong("inner extents that differ", "KER-104", "dot", "dot of shapes 2x3 and 2x3", (tl, args) -> {
                tl.dot(tl.zeros(Shape.of(2, 3), DType.F16), tl.zeros(Shape.of(2, 3), DType.F16));
            }),
            wrong("dot of vectors", "KER-104", "dot", "expected MxK and KxN", (tl, args) -> {
                tl.dot(tl.zeros(FOUR, DType.F16), tl.zeros(FOUR, DType.F16));
            }),
            wrong("sum along no axis", "KER-105", "sum", "along axis 2 of shape 2x2: expected -2 to 1", (tl, args) -> {
                tl.sum(tl.zeros(Shape.of(2, 2), DType.F32), 2);
            }),
            wrong("softmax of a scalar", "KER-105", "softmax", "a scalar has no axes", (tl, args) -> {
                tl.softmax(tl.zeros(Shape.scalar(), DType.F32), 0);
            }),
            wrong(
                            "number that is not a value of the type",
                            "KER-106",
                            "add",
                            "0.5 is not a value of i32",
                            (tl, args) -> {
                                tl.add(tl.zeros(FOUR, DType.I32), 0.5);
                            })
                    .only(Mode.DATA),
            wrong("integer division by zero", "KER-107", "div", "in i32 at element 0", (tl, args) -> {
                        tl.div(tl.zeros(FOUR, DType.I32), tl.zeros(FOUR, DType.I32));
                    })
                    .only(Mode.DATA),
            wrong("maximum of nothing", "KER-109", "max", "over no elements", (tl, args) -> {
                        tl.max(tl.zeros(Shape.of(0), DType.F32), 0);
                    })
                    .only(Mode.DATA),
            wrong("send in a direction not installed", "IPC-201", "send", "`N` is not installed", (tl, args) -> {
                tl.send("N", tl.zeros(FOUR, DType.F32));
            }),
            wrong("receive from a direction not installed", "IPC-201", "recv", "installed: E, W", (tl, args) -> {
                tl.recv("global_E", FOUR, DType.F32);
            }),
            wrong("future of a direction not installed", "IPC-201", "recvAsync", "direction ``", (tl, args) -> {
                tl.recvAsync("", FOUR, DType.F32);
            }),
            wrong("queues that are not installed", "IPC-204", "send", "no queues are installed", (tl, args) -> {
                        tl.send("E", tl.zeros(FOUR, DType.F32));
                    })
                    .on(C),
            wrong("any direction without queues", "IPC-204", "recv", "install a plan", (tl, args) -> {
                        tl.recv(FOUR, DType.F32);
                    })
                    .on(C),
            wrong("payload of another type", "IPC-203", "recv", "expected i32 4 but f32 4 arrived", (tl, args) -> {
                        exchange(tl, () -> tl.recv("W", FOUR, DType.I32));
                    })
                    .on(B, A),
            wrong("payload of another shape", "IPC-203", "take", "expected f32 2x2 but f32 4", (tl, args) -> {
                        exchange(tl, () -> tl.take("W", Shape.of(2, 2), DType.F32));
                    })
                    .on(B, A),
            wrong("future of another shape", "IPC-203", "await", "message 1 from sip0.cube0.pe0", (tl, args) -> {
                        exchange(tl, () -> tl.await(tl.recvAsync("W", Shape.of(5), DType.F32)));
                    })
                    .on(B, A),
            wrong("a kernel that throws", "KER-301", "", "ArithmeticException: / by zero", (tl, args) -> {
                Math.floorDiv(1, (int) args.pointer(HBM) & 1);
            }),
            wrong("a kernel with a failed assertion", "KER-301", "", "AssertionError: no", (tl, args) -> {
                throw new AssertionError("no");
            }),
            wrong("a kernel that calls itself for ever", "KER-301", "", "StackOverflowError", (tl, args) -> {
                deeper(1);
            }),
            wrong(
                    "argument that was not given",
                    "KER-201",
                    "pointer",
                    "argument 5 but was launched with 5",
                    (tl, args) -> {
                        args.pointer(5);
                    }),
            wrong("negative argument", "KER-201", "text", "argument -1", (tl, args) -> {
                args.text(-1);
            }),
            wrong("text for an integer", "KER-202", "integer", "is a text, expected an integer", (tl, args) -> {
                args.integer(TEXT);
            }),
            wrong("text for a number", "KER-202", "number", "expected a number", (tl, args) -> {
                args.number(TEXT);
            }),
            wrong("integer for a text", "KER-202", "text", "expected a string", (tl, args) -> {
                args.text(SRAM);
            }),
            wrong("axis of programs that is not there", "KER-203", "programId", "axis 2 does not exist", (tl, args) -> {
                tl.programId(2);
            }),
            wrong("negative axis of programs", "KER-203", "numPrograms", "axis -1 does not exist", (tl, args) -> {
                tl.numPrograms(-1);
            }),
            wrong("composite of an unknown operation", "KER-205", "composite", "`conv` does not exist", (tl, args) -> {
                tl.composite("conv", matrix(tl, args.pointer(HBM)), matrix(tl, args.pointer(HBM)), args.pointer(SRAM));
            }),
            wrong("composite of a value", "KER-206", "composite", "b is a value in TCM", (tl, args) -> {
                tl.composite(
                        "gemm", matrix(tl, args.pointer(HBM)), tl.zeros(Shape.of(4, 4), DType.F32), args.pointer(SRAM));
            }),
            wrong("composite of half bytes", "KER-207", "composite", "rows of i4", (tl, args) -> {
                var a = tl.ref(args.pointer(HBM), Shape.of(4, 4), DType.I4);
                tl.composite("gemm", a, a, args.pointer(SRAM));
            }),
            wrong("composite to half bytes", "KER-207", "composite", "rows of u4", (tl, args) -> {
                var a = tl.ref(args.pointer(HBM), Shape.of(4, 4), DType.U8);
                tl.composite("gemm", a, a, args.pointer(SRAM), DType.U4, 2, 2, 2);
            }),
            wrong("composite in empty tiles", "KER-208", "composite", "a tile of 4x0x4 is empty", (tl, args) -> {
                var a = matrix(tl, args.pointer(HBM));
                tl.composite("gemm", a, a, args.pointer(SRAM), DType.F32, 4, 0, 4);
            }),
            wrong("composite of shapes that do not fit", "KER-104", "composite", "4x4 and 3x4", (tl, args) -> {
                var b = tl.ref(args.pointer(HBM), Shape.of(3, 4), DType.F32);
                tl.composite("gemm", matrix(tl, args.pointer(HBM)), b, args.pointer(SRAM));
            }),
            wrong("composite to no memory", "SIM-401", "composite", "not memory but register file", (tl, args) -> {
                var a = matrix(tl, args.pointer(HBM));
                tl.composite("gemm", a, a, ADDRESSES.peRegisterFile(A, 0));
            }),
            wrong("a value asked for where there is none", "KER-209", "item", "this run computes none", (tl, args) -> {
                        tl.item(tl.zeros(FOUR, DType.F32), 0);
                    })
                    .only(Mode.TIMING),
            wrong(
                            "an element that is not there",
                            "KER-212",
                            "item",
                            "element [4] does not exist in shape 4",
                            (tl, args) -> {
                                tl.item(tl.zeros(FOUR, DType.F32), 4);
                            })
                    .only(Mode.DATA),
            wrong("an element with an index missing", "KER-212", "item", "element [1] does not exist", (tl, args) -> {
                        tl.item(tl.zeros(Shape.of(2, 2), DType.F32), 1);
                    })
                    .only(Mode.DATA),
            wrong("destination in another memory", "KER-210", "recv", "is not in tcm but in hbm", (tl, args) -> {
                tl.recv("E", FOUR, DType.F32, new Destination(args.pointer(HBM), Space.TCM));
            }),
            wrong("destination in no memory", "SIM-401", "recv", "not memory but scratchpad", (tl, args) -> {
                tl.recv(FOUR, DType.F32, new Destination(ADDRESSES.peScratchpad(A, 0), Space.TCM));
            }),
            wrong("a future of another PE", "KER-211", "await", "not started by this kernel there", (tl, args) -> {
                        if (tl.place().equals(A)) {
                            SMUGGLED.clear();
                            SMUGGLED.add(tl.recvAsync("W", FOUR, DType.F32));
                            tl.await(SMUGGLED.getFirst());
                        } else {
                            tl.exp(tl.zeros(Shape.of(1 << 16), DType.F32));
                            tl.await(SMUGGLED.getFirst());
                        }
                    })
                    .on(B, A));

    enum Mode {
        DATA,
        THREADS,
        TIMING,
        /// Without values, and the kernel ahead of the machine.
        AHEAD;

        Kernel kernel(Wrong wrong) {
            return this == AHEAD ? wrong.kernel().repeatable() : wrong.kernel();
        }

        MachineOptions options() {
            return MachineOptions.standard()
                    .withData(this == DATA || this == THREADS)
                    .withCoroutines(this == THREADS ? CoroutineKind.VIRTUAL_THREAD : CoroutineKind.CONTINUATION);
        }
    }

    /// @param line where the case begins in this file
    /// @param places where the kernel runs; it fails on the first
    /// @param modes in which it fails
    record Wrong(
            String name,
            int line,
            String code,
            String op,
            String text,
            Kernel kernel,
            List<Place> places,
            List<Mode> modes) {
        Wrong on(Place failing, Place... others) {
            List<Place> all = new ArrayList<>(List.of(failing));
            all.addAll(List.of(others));
            return new Wrong(name, line, code, op, text, kernel, all, modes);
        }

        Wrong only(Mode mode) {
            return new Wrong(name, line, code, op, text, kernel, places, List.of(mode));
        }

        @Override
        public String toString() {
            return name;
        }
    }

    private static Wrong wrong(String name, String code, String op, String text, Kernel kernel) {
        int line = StackWalker.getInstance()
                .walk(frames -> frames.skip(1).findFirst().orElseThrow().getLineNumber());
        return new Wrong(name, line, code, op, text, kernel, List.of(A), List.of(Mode.values()));
    }

    private static Handle matrix(Tl tl, long pointer) {
        return tl.ref(pointer, Shape.of(4, 4), DType.F32);
    }

    private static int deeper(int depth) {
        return depth == 0 ? 0 : deeper(depth + 1) + 1;
    }

    /// A sends four f32 to B, and B receives as it likes.
    private static void exchange(Tl tl, Runnable receive) {
        if (tl.place().equals(A)) {
            tl.send("E", tl.zeros(FOUR, DType.F32));
        } else {
            receive.run();
        }
    }

    static Stream<Wrong> cases() {
        return CASES.stream();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void givesItsDiagnostic(Wrong wrong) {
        for (Mode mode : wrong.modes()) {
            try (World world = new World(mode.options())) {
                long before = world.soundKernelPs();
                KernelFailure failure = catchThrowableOfType(
                        KernelFailure.class,
                        () -> world.launch(mode.kernel(wrong), wrong.places().toArray(Place[]::new)));
                assertThat(failure).as(mode.toString()).isNotNull();
                assertThat(failure.diagnostics()).singleElement().satisfies(found -> {
                    assertThat(found.code()).isEqualTo(wrong.code());
                    String all = new DiagnosticRenderer().render(found);
                    assertThat(all)
                            .contains(wrong.text())
                            .contains("on " + wrong.places().getFirst() + " in kernel WrongKernelTest kernel at "
                                    + failure.line());
                });
                assertThat(failure.place()).isEqualTo(wrong.places().getFirst());
                assertThat(failure.operation()).isEqualTo(wrong.op());
                assertLine(wrong, failure.line());
                assertThat(world.soundKernelPs()).as("afterwards").isEqualTo(before);
                assertThat(world.machine().statistics().unmatched()).isZero();
            }
        }
    }

    /// The kernel's line lies between where its case begins and where the next one does.
    private static void assertLine(Wrong wrong, String line) {
        assertThat(line).startsWith("WrongKernelTest.java:");
        int index = CASES.indexOf(wrong);
        int end = index + 1 == CASES.size()
                ? wrong.line() + 12
                : CASES.get(index + 1).line();
        int number = Integer.parseInt(line.substring(line.indexOf(':') + 1));
        if (!wrong.text().equals("StackOverflowError")) {
            assertThat(number).isBetween(wrong.line(), end - 1);
        }
    }

    @Test
    void casesHaveDistinctNames() {
        assertThat(CASES.stream().map(Wrong::name)).doesNotHaveDuplicates();
        assertThat(CASES).hasSizeGreaterThanOrEqualTo(60);
    }
}
