package sectile.runtime.simulated;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import sectile.base.diag.DiagnosticException;
import sectile.interp.Interpreter;
import sectile.interp.Outcome;
import sectile.interp.Run;
import sectile.ir.Function;
import sectile.ir.Param;
import sectile.ir.Program;
import sectile.ir.expr.Op;
import sectile.ir.ops.Ops;
import sectile.ir.symbol.DataType;
import sectile.sim.machine.Machine;
import sectile.sim.topology.Topologies;
import sectile.sim.topology.Topology;

/// Every op of the registry that a kernel of one core can call, with every element type its rule accepts, gives the
/// same bits on the interpreter and on the machine, or the same error. The kernels are made from the registry: a new
/// op is tested without a change here. Ops of several cores, ranks and tasks are in [SharedProgramsTest].
///
/// `-Dsectile.ops=all` tries every member of every enumeration of attributes with every type, which takes two minutes;
/// otherwise that is done for FP32 and INT32, and the other types have one kernel each.
class EveryOpOnTheMachineTest {
    private static final boolean ALL = "all".equals(System.getProperty("sectile.ops"));
    private static final Topology SMALL = Topologies.preset("small");

    /// Ops on tensors that the compiler does not lower to tiles yet (COMP-220), for all types or for those of 64 bits.
    private static final Set<String> NOT_LOWERED = Set.of(
            "tensor.create_l1",
            "tensor.scatter",
            "tensor.gather",
            "tensor.expand_clone",
            "tensor.paged_gather",
            "tensor.matmul",
            "tensor.matmul_acc");

    /// Ops for which no operands can be found one by one: their operands are results of other ops.
    static final Set<String> ELSEWHERE = Set.of(
            "tile.batch_matmul_acc",
            "tile.gemv_acc",
            "tile.matmul_acc",
            "tile.matmul_mx_acc",
            "tile.matmul_mx_bias",
            "tensor.mrgsort_format1",
            "tile.mrgsort_format1",
            "tile.transpose_view",
            "tensor.aic_gather",
            "tile.aic_gather",
            "tile.tpop_from_aic",
            "tile.tpop_from_aiv",
            "tile.tpush_to_aic",
            "tile.tpush_to_aiv");

    @TestFactory
    Stream<DynamicTest> sameBitsOrTheSameError() {
        return Ops.standard().all().stream()
                .filter(OpKernels::isPossible)
                .map(op -> DynamicTest.dynamicTest(op.name(), () -> check(op)));
    }

    private static void check(Op op) {
        int succeeded = 0;
        for (DataType dtype : OpKernels.TYPES) {
            List<String> kernels = OpKernels.of(op, dtype);
            boolean every = ALL || dtype == DataType.FP32 || dtype == DataType.INT32;
            for (String text : every ? kernels : kernels.subList(0, Math.min(1, kernels.size()))) {
                Program program = Programs.parse(text);
                Function kernel = program.function("k");
                Run run = Programs.run(kernel, 1, 3);
                List<String> names = kernel.params().stream().map(Param::name).toList();
                Object expected = result(names, () -> new Interpreter(program).run(run));
                Object actual = result(names, () -> {
                    try (Machine machine = Machine.open(SMALL)) {
                        return SimulatedRun.of(program, run).on(machine).outcome();
                    }
                });
                if (actual.equals("COMP-220")) {
                    assertThat(NOT_LOWERED).as(text).contains(op.name());
                } else {
                    assertThat(actual).as(text).isEqualTo(expected);
                }
                succeeded += expected instanceof String ? 0 : 1;
            }
        }
        if (!ELSEWHERE.contains(op.name())) {
            assertThat(succeeded).as("kernels without an error").isPositive();
        }
    }

    private interface Execution {
        Outcome run();
    }

    /// All results and outputs, or the code of the error.
    private static Object result(Collection<String> names, Execution execution) {
        try {
            Outcome outcome = execution.run();
            var all = new ArrayList<Object>(outcome.results());
            names.forEach(name -> all.add(outcome.output(name)));
            return all;
        } catch (DiagnosticException e) {
            return e.diagnostics().getFirst().code();
        }
    }
}
