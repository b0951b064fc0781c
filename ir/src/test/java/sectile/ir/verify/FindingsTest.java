package sectile.ir.verify;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.Diagnostics;
import sectile.ir.Function;
import sectile.ir.Param;
import sectile.ir.Program;
import sectile.ir.expr.Absent;
import sectile.ir.expr.Attrs;
import sectile.ir.expr.OpCall;
import sectile.ir.expr.Origin;
import sectile.ir.expr.TensorType;
import sectile.ir.expr.Type;
import sectile.ir.expr.Var;
import sectile.ir.ops.Ops;
import sectile.ir.stmt.Assign;
import sectile.ir.stmt.Return;
import sectile.ir.stmt.Seq;
import sectile.ir.symbol.DataType;
import sectile.ir.symbol.Direction;
import sectile.ir.symbol.FunctionKind;

/// One mistake gives one message: what only follows from it is not reported.
class FindingsTest {
    private static final Type SMALL = TensorType.of(DataType.FP32, 4, 4);
    private static final Type LARGE = TensorType.of(DataType.FP32, 8, 8);

    private static OpCall exp(Var operand, Type type) {
        return new OpCall(Ops.standard().require("tensor.exp"), List.of(operand), Attrs.EMPTY, type, Origin.none());
    }

    @Test
    void whatIsComputedFromAWrongValueIsNotReported() {
        var a = new Var("a", SMALL, Origin.none());
        var b = new Var("b", LARGE, Origin.none());
        var c = new Var("c", SMALL, Origin.none());
        var d = new Var("d", LARGE, Origin.none());
        var body = Seq.of(List.of(
                new Assign(b, exp(a, LARGE), Origin.none()),
                new Assign(c, exp(b, SMALL), Origin.none()),
                new Assign(d, exp(a, LARGE), Origin.none()),
                new Return(List.of(c), Origin.none())));
        var function = Function.of(
                "f", FunctionKind.OPAQUE, List.of(new Param(a, Direction.IN)), List.of(SMALL), body, Origin.none());
        var diagnostics = new Diagnostics();
        Verifier.verify(Program.of("P", List.of(function)), diagnostics);
        // The types of `b` and of `d` are two mistakes; that of `c` follows from `b`.
        assertThat(diagnostics.all()).extracting(Diagnostic::code).containsExactly("LANG-604", "LANG-604");
    }

    @Test
    void aRequiredOperandCannotBeAbsent() {
        var a = new Var("a", SMALL, Origin.none());
        var call = new OpCall(
                Ops.standard().require("tensor.exp"), List.of(Absent.INSTANCE), Attrs.EMPTY, SMALL, Origin.none());
        var body = Seq.of(List.of(new Assign(a, call, Origin.none()), new Return(List.of(a), Origin.none())));
        var function = Function.of("f", FunctionKind.OPAQUE, List.of(), List.of(SMALL), body, Origin.none());
        var diagnostics = new Diagnostics();
        Verifier.verify(Program.of("P", List.of(function)), diagnostics);
        assertThat(diagnostics.all()).singleElement().satisfies(d -> {
            assertThat(d.code()).isEqualTo("LANG-302");
            assertThat(d.message()).contains("found nothing");
        });
    }
}
