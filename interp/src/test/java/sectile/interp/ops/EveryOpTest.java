package sectile.interp.ops;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import sectile.base.array.NdArray;
import sectile.base.diag.SourceFile;
import sectile.interp.Interpreter;
import sectile.interp.Outcome;
import sectile.ir.Program;
import sectile.ir.Walk;
import sectile.ir.expr.Op;
import sectile.ir.expr.OpCall;
import sectile.ir.ops.Ops;
import sectile.ir.text.FrontEnd;

/// A program that uses an op of the registry returns what it must.
class EveryOpTest {
    @Test
    void everyOpIsExercised() {
        Set<String> used = new TreeSet<>(new OpCases().all.keySet());
        for (String text : OtherPrograms.ALL) {
            Program program = FrontEnd.parse(new SourceFile("other.py", text));
            program.functions()
                    .forEach(f -> Walk.eachExpression(f.body(), e -> {
                        if (e instanceof OpCall call) {
                            used.add(call.op().name());
                        }
                    }));
        }
        Set<String> missing = new TreeSet<>(Ops.standard().names());
        missing.removeAll(used);
        assertThat(missing).isEmpty();
    }

    @TestFactory
    Stream<DynamicTest> givesWhatItMust() {
        var inputs = new OpInputs(7);
        return new OpCases().all.values().stream().map(c -> DynamicTest.dynamicTest(c.op(), () -> check(c, inputs)));
    }

    private static void check(OpCases.Case test, OpInputs inputs) {
        Program program = FrontEnd.parse(new SourceFile(test.op() + ".py", text(test)));
        Op op = Ops.standard().require(test.op());
        assertThat(program.functions()).anySatisfy(f -> {
            var calls = new TreeSet<String>();
            Walk.eachExpression(f.body(), e -> {
                if (e instanceof OpCall call) {
                    calls.add(call.op().name());
                }
            });
            assertThat(calls).contains(op.name());
        });
        Outcome outcome = new Interpreter(program).run(inputs.run());
        Object result = outcome.results().getFirst();
        if (!(result instanceof NdArray array)) {
            assertThat(((Number) result).doubleValue())
                    .isEqualTo(test.expected().at(inputs, 0));
            return;
        }
        for (int k = 0; k < array.elements(); k++) {
            double expected = test.expected().at(inputs, k);
            double actual = array.getDoubleAt(k);
            if (!Double.isNaN(expected) && expected != actual) {
                assertThat(Math.abs(actual - expected))
                        .as("element %d: %s instead of %s", k, actual, expected)
                        .isLessThan(1e-5 * Math.max(1, Math.abs(expected)));
            }
        }
    }

    private static String text(OpCases.Case test) {
        return """
            import pypto.language as pl

            @pl.program
            class P:
                @pl.function(type=pl.FunctionType.InCore)
                def k(self, %s):
            %s
                    return r
            """.formatted(
                OpInputs.PARAMETERS, (OpInputs.LOADS + test.body()).indent(8).stripTrailing());
    }
}
