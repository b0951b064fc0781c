package sectile.compiler.mlir;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import sectile.ir.expr.ConstInt;
import sectile.ir.expr.Dims;
import sectile.ir.expr.Expr;

/// Parts of memory, and loops over their elements.
final class Regions {
    private final FunctionText function;
    private final Code code;

    Regions(FunctionText function) {
        this.function = function;
        this.code = function.code();
    }

    /// A region of another; offsets and sizes are constants or values.
    Value subview(Value whole, String element, List<Expr> offsets, List<Expr> sizes) {
        return subview(whole, element, offsets, sizes, List.of());
    }

    /// The same without some axes, whose extents are 1.
    Value subview(Value whole, String element, List<Expr> offsets, List<Expr> sizes, List<Long> dropped) {
        var extents = new ArrayList<String>();
        var sizeTexts = new ArrayList<String>();
        for (int i = 0; i < sizes.size(); i++) {
            String extent = Types.extent(sizes.get(i));
            if (!dropped.contains((long) i)) {
                extents.add(extent);
            }
            sizeTexts.add(extent.equals("?") ? function.index(sizes.get(i)).name() : extent);
        }
        String from = offsets.stream()
                .map(offset -> Dims.constant(offset).isPresent()
                        ? Long.toString(Dims.constant(offset).getAsLong())
                        : function.index(offset).name())
                .collect(Collectors.joining(", "));
        String type = Types.shaped(extents, element);
        return code.define(
                "part",
                type,
                "memref.subview " + whole.name() + "[" + from + "] [" + String.join(", ", sizeTexts) + "] ["
                        + String.join(", ", Collections.nCopies(sizes.size(), "1")) + "] : " + whole.type() + " to "
                        + type);
    }

    static List<Expr> zeros(int count) {
        return Collections.nCopies(count, ConstInt.index(0));
    }

    void copy(Value from, Value to) {
        code.line("linalg.copy ins(" + from.name() + " : " + from.type() + ") outs(" + to.name() + " : " + to.type()
                + ")");
    }

    void fill(Value scalar, Value to) {
        code.line("linalg.fill ins(" + scalar.name() + " : " + scalar.type() + ") outs(" + to.name() + " : " + to.type()
                + ")");
    }

    static String map(int rank, List<String> places) {
        String all = IntStream.range(0, rank).mapToObj(i -> "d" + i).collect(Collectors.joining(", "));
        return "affine_map<(" + all + ") -> (" + String.join(", ", places) + ")>";
    }

    static List<String> places(int rank) {
        return IntStream.range(0, rank).mapToObj(i -> "d" + i).toList();
    }

    /// Every element of a region from the elements of others at its position.
    void generic(
            int rank,
            List<String> maps,
            List<Value> inputs,
            List<String> elements,
            Value out,
            String element,
            Function<List<Value>, Value> body) {
        String iterators = String.join(", ", Collections.nCopies(rank, "\"parallel\""));
        var all = new ArrayList<>(maps);
        all.add(map(rank, places(rank)));
        String ins = inputs.isEmpty() ? "" : " ins(" + Code.names(inputs) + " : " + Code.types(inputs) + ")";
        var arguments = new ArrayList<Value>();
        elements.forEach(type -> arguments.add(new Value(code.fresh("e"), type)));
        var old = new Value(code.fresh("e"), element);
        code.block(
                "linalg.generic {indexing_maps = [" + String.join(", ", all) + "], iterator_types = [" + iterators
                        + "]}" + ins + " outs(" + out.name() + " : " + out.type() + ") {",
                () -> {
                    var with = new ArrayList<>(arguments);
                    with.add(old);
                    code.line("^bb0("
                            + with.stream().map(v -> v.name() + ": " + v.type()).collect(Collectors.joining(", "))
                            + "):");
                    Value result = body.apply(with);
                    code.line("linalg.yield " + result.name() + " : " + result.type());
                },
                "}");
    }

    /// Loops around some code, one for each extent.
    void nest(List<Value> extents, Consumer<List<Value>> body) {
        nest(extents, List.of(), body);
    }

    private void nest(List<Value> extents, List<Value> indices, Consumer<List<Value>> body) {
        if (indices.size() == extents.size()) {
            body.accept(indices);
            return;
        }
        var index = new Value(code.fresh("i"), "index");
        code.block(
                "scf.for " + index.name() + " = " + code.index(0).name() + " to "
                        + extents.get(indices.size()).name() + " step "
                        + code.index(1).name() + " {",
                () -> {
                    var more = new ArrayList<>(indices);
                    more.add(index);
                    nest(extents, more, body);
                },
                "}");
    }

    /// A loop that carries one number.
    Value fold(Value first, Value start, Value stop, Function<List<Value>, Value> next) {
        var index = new Value(code.fresh("k"), "index");
        var so = new Value(code.fresh("so_far"), start.type());
        String name = code.fresh("total");
        code.block(
                name + " = scf.for " + index.name() + " = " + first.name() + " to " + stop.name() + " step "
                        + code.index(1).name() + " iter_args(" + so.name() + " = " + start.name() + ") -> ("
                        + start.type() + ") {",
                () -> {
                    Value result = next.apply(List.of(index, so));
                    code.line("scf.yield " + result.name() + " : " + result.type());
                },
                "}");
        return new Value(name, start.type());
    }

    Value load(Value region, String element, List<Value> indices) {
        return code.define(
                "x", element, "memref.load " + region.name() + "[" + Code.names(indices) + "] : " + region.type());
    }

    void store(Value scalar, Value region, List<Value> indices) {
        code.line("memref.store " + scalar.name() + ", " + region.name() + "[" + Code.names(indices) + "] : "
                + region.type());
    }
}
