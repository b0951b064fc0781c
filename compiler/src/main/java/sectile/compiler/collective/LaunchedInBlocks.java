package sectile.compiler.collective;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import sectile.ir.Function;
import sectile.ir.Program;
import sectile.ir.Walk;
import sectile.ir.expr.Absent;
import sectile.ir.expr.Arithmetic;
import sectile.ir.expr.Attrs;
import sectile.ir.expr.Call;
import sectile.ir.expr.Constant;
import sectile.ir.expr.Dim;
import sectile.ir.expr.FunctionCall;
import sectile.ir.expr.MakeTuple;
import sectile.ir.expr.OpCall;
import sectile.ir.expr.Submit;
import sectile.ir.expr.TupleGet;
import sectile.ir.expr.Var;
import sectile.ir.symbol.FunctionKind;

/// Which functions may run on several blocks at once, because a launch above them asks for that.
public final class LaunchedInBlocks {
    private LaunchedInBlocks() {}

    /// The names of those functions.
    public static Set<String> in(Program program) {
        Deque<String> open = new ArrayDeque<>();
        for (Function caller : program.functions()) {
            if (caller.kind() == FunctionKind.SPMD || caller.attrs().has("core_num")) {
                open.add(caller.name());
            }
            Walk.eachExpression(caller.body(), expr -> {
                switch (expr) {
                    case FunctionCall call when several(call.attrs()) -> open.add(call.callee());
                    case Submit submit when several(submit.attrs()) -> open.add(submit.callee());
                    case Var _,
                            Dim _,
                            Constant _,
                            Arithmetic _,
                            MakeTuple _,
                            TupleGet _,
                            Absent _,
                            Call _,
                            Submit _ -> {}
                }
            });
        }
        Set<String> reached = new HashSet<>();
        while (!open.isEmpty()) {
            String name = open.pop();
            if (reached.add(name)) {
                program.find(name)
                        .ifPresent(f -> Walk.eachExpression(f.body(), expr -> {
                            switch (expr) {
                                case FunctionCall call -> open.add(call.callee());
                                case Submit submit -> open.add(submit.callee());
                                case Var _,
                                        Dim _,
                                        Constant _,
                                        Arithmetic _,
                                        MakeTuple _,
                                        TupleGet _,
                                        Absent _,
                                        OpCall _ -> {}
                            }
                        }));
            }
        }
        return reached;
    }

    private static boolean several(Attrs attrs) {
        return attrs.has("core_num") && attrs.integer("core_num").orElse(2L) != 1;
    }
}
