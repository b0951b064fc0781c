package sectile.compiler.mixed;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import sectile.base.diag.Diagnostics;
import sectile.ir.Function;
import sectile.ir.Param;
import sectile.ir.Program;
import sectile.ir.expr.Absent;
import sectile.ir.expr.Arithmetic;
import sectile.ir.expr.Attr;
import sectile.ir.expr.Attrs;
import sectile.ir.expr.ConstInt;
import sectile.ir.expr.Constant;
import sectile.ir.expr.Dim;
import sectile.ir.expr.Dims;
import sectile.ir.expr.Expr;
import sectile.ir.expr.FunctionCall;
import sectile.ir.expr.MakeTuple;
import sectile.ir.expr.OpCall;
import sectile.ir.expr.Origin;
import sectile.ir.expr.ScalarRules;
import sectile.ir.expr.ScalarType;
import sectile.ir.expr.Submit;
import sectile.ir.expr.TensorType;
import sectile.ir.expr.TupleGet;
import sectile.ir.expr.Var;
import sectile.ir.symbol.DataType;
import sectile.ir.symbol.Direction;

/// Which functions hand the pipe buffer on, and how large it is where it is created.
final class Wiring {
    private static final String EXTENT = "gm_pipe_elements";

    private final Program program;
    private final Map<String, PipeBuffer> buffers = new TreeMap<>();
    private final Set<String> called = new HashSet<>();

    Wiring(Program program, Diagnostics diagnostics) {
        this.program = program;
        for (Function function : program.functions()) {
            called.addAll(PipeBuffer.callees(function));
            if (!stops(function) && !Injection.isWired(function)) {
                PipeBuffer buffer = PipeBuffer.of(program, function.name(), diagnostics);
                if (!buffer.isEmpty()) {
                    buffers.put(function.name(), buffer);
                }
            }
        }
    }

    /// Whether a function creates buffers for what it launches, instead of being given one.
    private static boolean stops(Function function) {
        return function.isHost()
                || switch (function.kind()) {
                    case ORCHESTRATION, OPAQUE, GRAPH, INLINE -> true;
                    case IN_CORE, AIC, AIV, GROUP, SPMD -> false;
                };
    }

    /// Whether a function has the parameter.
    boolean takes(String function) {
        return buffers.containsKey(function);
    }

    PipeBuffer buffer(String function) {
        PipeBuffer buffer = buffers.get(function);
        if (buffer == null) {
            throw new IllegalArgumentException(function + " sets up no pipe");
        }
        return buffer;
    }

    /// The parameter: of any size, since launches differ; of one block's size in a kernel that no function calls.
    Var parameter(Function function) {
        Expr extent = called.contains(function.name())
                ? Dim.of(EXTENT)
                : ConstInt.index(buffer(function.name()).elements());
        return new Var(PipeBuffer.NAME, new TensorType(List.of(extent), DataType.FP32), function.origin());
    }

    /// Where the parameter comes: after all tensors, before the scalars.
    int position(Function function) {
        int position = 0;
        for (int i = 0; i < function.params().size(); i++) {
            if (!(function.params().get(i).type() instanceof ScalarType)) {
                position = i + 1;
            }
        }
        return position;
    }

    Function withParameter(Function function, Var parameter) {
        List<Param> params = new ArrayList<>(function.params());
        params.add(position(function), new Param(parameter, Direction.OUT));
        return function.withParams(params);
    }

    /// The arguments of a call of the function, with the buffer among them.
    List<Expr> withArgument(String callee, List<Expr> args, Expr buffer) {
        List<Expr> all = new ArrayList<>(args);
        all.add(position(program.function(callee)), buffer);
        return all;
    }

    /// FP32 elements for a launch: those of a block times the number of blocks, which the dispatch says.
    Expr elements(Expr dispatch, Origin origin) {
        String callee = callee(dispatch);
        Attrs attrs = attrs(dispatch);
        Expr one = new ConstInt(buffer(callee).elements(), DataType.INDEX, origin);
        @Nullable Attr count = attrs.find("core_num").orElse(null);
        Expr blocks = switch (count) {
            case Attr.Int number -> new ConstInt(number.value(), DataType.INDEX, origin);
            case Attr.Value value -> value.value();
            case null -> declared(callee, origin);
            case Attr.Real _, Attr.Bool _, Attr.Text _, Attr.Element _, Attr.Sym _, Attr.Items _, Attr.Group _ ->
                declared(callee, origin);
        };
        if (ScalarRules.dtypeOf(blocks) != DataType.INDEX) {
            blocks = Dims.constant(blocks).isPresent()
                    ? new ConstInt(Dims.constant(blocks).getAsLong(), DataType.INDEX, origin)
                    : new sectile.ir.expr.Cast(blocks, DataType.INDEX, origin);
        }
        return Dims.multiply(blocks, one);
    }

    /// A count that the callee declares holds for dispatches that name none.
    private Expr declared(String callee, Origin origin) {
        Optional<Long> count = program.function(callee).attrs().integer("core_num");
        return new ConstInt(count.orElse(1L), DataType.INDEX, origin);
    }

    static String callee(Expr dispatch) {
        return switch (dispatch) {
            case FunctionCall call -> call.callee();
            case Submit submit -> submit.callee();
            case Var _, Dim _, Constant _, Arithmetic _, MakeTuple _, TupleGet _, Absent _, OpCall _ ->
                throw new IllegalArgumentException("not a dispatch: " + dispatch);
        };
    }

    private static Attrs attrs(Expr dispatch) {
        return switch (dispatch) {
            case FunctionCall call -> call.attrs();
            case Submit submit -> submit.attrs();
            case Var _, Dim _, Constant _, Arithmetic _, MakeTuple _, TupleGet _, Absent _, OpCall _ ->
                throw new IllegalArgumentException("not a dispatch: " + dispatch);
        };
    }
}
