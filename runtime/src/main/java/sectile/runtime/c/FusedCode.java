package sectile.runtime.c;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import sectile.base.number.Reduction;
import sectile.ir.expr.OpCall;
import sectile.ir.expr.Semantics;
import sectile.ir.expr.TileType;
import sectile.ir.expr.Var;
import sectile.ir.stmt.Assign;
import sectile.runtime.c.FusedNode.Extent;
import sectile.runtime.c.Value.Kind;
import sectile.runtime.device.FusedOps;

/// Prints a fused region: a test whether its arrays are plain rows of f32; loops of vectors if they are, or the start
/// of a kernel that [FusedKernel] prints; and else the statements one by one.
///
/// Eight rows at a time go through all walks over the columns, so that what one walk leaves for the next is still in a
/// cache, and sums of several rows, each in its own order, are added side by side.
final class FusedCode {
    /// How many times more columns than rows a region may have whose work items are rows.
    private static final int LONGEST = 64;

    private final Expressions expressions;
    private final Code code;
    private final FusedRegion region;
    private final List<FusedNode> nodes;
    private final int number;
    private final int passes;
    /// Whether rows matter: else an array without gaps is one long row.
    private final boolean byRows;

    FusedCode(Expressions expressions, FusedRegion region) {
        this.expressions = expressions;
        this.code = expressions.code();
        this.region = region;
        this.nodes = region.nodes();
        this.number = expressions.unit().nextFused();
        this.passes = region.passes();
        this.byRows = nodes.stream().anyMatch(n -> n.extent == Extent.ROW || n.extent == Extent.COLUMN);
    }

    /// @param plain prints the statements one by one
    void print(Runnable plain) {
        region.rooms()
                .forEach(room -> region.statements().stream()
                        .filter(statement -> statement.target() == room)
                        .forEach(statement -> expressions.into(
                                statement.value(), expressions.slots().of(room))));
        code.line("{");
        Unit unit = expressions.unit();
        FusedOps made = region.made();
        unit.addFused(made);
        code.line("/* " + made.text() + " */");
        inputs();
        code.line("if (" + label("fast") + ") {");
        fast();
        code.line("} else {");
        plain.run();
        code.line("}");
        code.line("}");
    }

    private String label(String text) {
        return text + number;
    }

    private String rows(FusedNode node) {
        return "n" + number + "_" + node.id;
    }

    /// Where the inputs are, and whether they are plain.
    private void inputs() {
        code.line("bool " + label("fast") + " = true;");
        code.line("int64_t " + label("rows") + " = 0, " + label("columns") + " = 0;");
        for (FusedNode node : nodes) {
            switch (node.kind) {
                case FusedNode.Source source -> {
                    Value value = expressions.value(source.expr());
                    String data = "a" + rows(node);
                    code.line("const sx_data *" + data + " = " + value.used() + ";");
                    code.line("sx_rows " + rows(node) + ";");
                    code.line(label("fast") + " = " + label("fast") + " && sx_rows_of(" + data + ", &" + rows(node)
                            + ");");
                }
                case FusedNode.Load load -> {
                    OpCall call = load.call();
                    Value from = expressions.value(call.operand("tensor"));
                    List<Value> offsets = expressions.values(call.operand("offsets"));
                    List<Value> extents = expressions.values(call.operand("shapes"));
                    String data = "a" + rows(node);
                    code.line("sx_data " + data + ";");
                    code.line("sx_rows " + rows(node) + ";");
                    code.line(label("fast") + " = " + label("fast") + " && sx_part_rows(" + from.used() + ", "
                            + extents.size() + ", " + Text.list(offsets) + ", " + Text.list(extents) + ", &" + data
                            + ", &" + rows(node) + ");");
                }
                case FusedNode.Single(var expr) -> {
                    Value value = expressions.value(expr);
                    String name = code.name("x");
                    code.line("sx_number " + name + ";");
                    String made = value.kind() == Kind.FLOAT ? "sx_number_f(&" : "sx_number_i(&";
                    code.line("float " + rows(node) + " = *(const float *)" + made + name + ", SX_F32, " + value.text()
                            + ")->base;");
                }
                case FusedNode.Apply a -> {}
                case FusedNode.Combine c -> {}
                case FusedNode.Expand e -> {}
                case FusedNode.Fold f -> {}
            }
        }
        Optional<FusedNode> first = nodes.stream()
                .filter(n -> n.isInput() && n.extent == Extent.FULL)
                .findFirst();
        if (first.isEmpty()) {
            code.line(label("fast") + " = false;");
            return;
        }
        code.line("if (" + label("fast") + ") " + label("rows") + " = " + rows(first.get()) + ".rows, "
                + label("columns") + " = " + rows(first.get()) + ".columns;");
        for (FusedNode node : nodes) {
            if (node.isInput()) {
                String rows = node.extent == Extent.COLUMN ? "1" : label("rows");
                String columns = node.extent == Extent.ROW ? "1" : label("columns");
                code.line(label("fast") + " = " + label("fast") + " && " + rows(node) + ".rows == " + rows + " && "
                        + rows(node) + ".columns == " + columns + ";");
            }
        }
        region.storing().ifPresent(this::target);
        code.line(label("fast") + " = " + label("fast") + " && " + label("rows") + " > 0 && " + label("columns")
                + " > 0;");
        if (byRows && !expressions.unit().dialect().printsLoops()) {
            // A work item is a row: of few long rows, op by op uses more of the device.
            code.line(label("fast") + " = " + label("fast") + " && " + label("columns") + " <= " + LONGEST + " * "
                    + label("rows") + ";");
        }
    }

    private static boolean isStore(OpCall call) {
        return call.op().semantics() == Semantics.Move.STORE;
    }

    private Value targetOf(Assign storing) {
        OpCall call = (OpCall) storing.value();
        return expressions.value(call.operand(isStore(call) ? "out_tensor" : "target"));
    }

    private void target(Assign storing) {
        OpCall call = (OpCall) storing.value();
        List<Value> offsets = expressions.values(call.operand(isStore(call) ? "offsets" : "offset"));
        String to = label("to");
        code.line("sx_data " + label("part") + ";");
        code.line("sx_rows " + to + ";");
        FusedNode shaped = nodes.stream()
                .filter(n -> n.isInput() && n.extent == Extent.FULL)
                .findFirst()
                .orElseThrow();
        String dims =
                (shaped.kind instanceof FusedNode.Load ? "a" + rows(shaped) + ".dims" : "a" + rows(shaped) + "->dims");
        code.line(label("fast") + " = " + label("fast") + " && sx_part_rows("
                + targetOf(storing).used() + ", " + offsets.size() + ", " + Text.list(offsets) + ", " + dims + ", &"
                + label("part") + ", &" + to + ");");
        for (FusedNode node : nodes) {
            if (node.isInput()) {
                String apart = node.extent == Extent.FULL ? "sx_apart" : "sx_disjoint";
                code.line(
                        label("fast") + " = " + label("fast") + " && " + apart + "(&" + to + ", &" + rows(node) + ");");
            }
        }
    }

    private void fast() {
        expressions.at(nodes.stream().filter(FusedNode::isComputed).findFirst().orElseThrow().span);
        for (FusedNode node : nodes) {
            boolean global = node.kind instanceof FusedNode.Load
                    || (node.kind instanceof FusedNode.Source(var expr) && !(expr.type() instanceof TileType));
            if (global) {
                code.line("sx_guard(c, " + (node.kind instanceof FusedNode.Load ? "&" : "") + "a" + rows(node)
                        + ", false);");
            }
        }
        region.storing().ifPresent(s -> code.line("sx_guard(c, &" + label("part") + ", true);"));
        FusedNode shaped = nodes.stream()
                .filter(n -> n.isInput() && n.extent == Extent.FULL)
                .findFirst()
                .orElseThrow();
        String source = (shaped.kind instanceof FusedNode.Load ? "&a" : "a") + rows(shaped);
        for (FusedNode node : nodes) {
            Var variable = node.stored;
            if (variable != null) {
                String out = expressions.slots().of(variable).getFirst().text();
                boolean tensor = !(variable.type() instanceof TileType);
                code.line("sx_rows m" + rows(node) + ";");
                code.line("sx_make_like(c, " + out + ", " + tensor + ", " + source + ", "
                        + (node.extent == Extent.ROW) + ", " + (node.extent == Extent.COLUMN) + ", &m" + rows(node)
                        + ");");
            }
        }
        flatten();
        if (expressions.unit().dialect().printsLoops()) {
            loopsInRoom();
        } else {
            new FusedKernel(expressions, region, number, byRows).print();
        }
        work();
        region.storing().ifPresent(storing -> {
            if (expressions.unit().dialect().printsLoops()) {
                code.line("if (" + label("past") + ") sx_past_end();");
            }
            code.line("c->thread->idle = 0;");
            code.line("sx_assign(c, "
                    + expressions.slots().of(storing.target()).getFirst().text() + ", "
                    + targetOf(storing).text() + ");");
        });
    }

    private void loopsInRoom() {
        List<FusedNode> kept =
                nodes.stream().filter(n -> n.kept && n.stored == null).toList();
        if (!kept.isEmpty()) {
            code.line("sx_data " + label("room") + " = {0};");
            code.line("sx_make(c, &" + label("room") + ", false, SX_F32, 1, (int64_t[]){" + kept.size()
                    + " * SX_GROUP_ROWS * " + label("columns") + "}, false);");
            for (int i = 0; i < kept.size(); i++) {
                code.line("float *k" + rows(kept.get(i)) + " = (float *)" + label("room") + ".base + " + i
                        + " * SX_GROUP_ROWS * " + label("columns") + ";");
            }
        }
        loops();
        if (!kept.isEmpty()) {
            code.line("sx_release(c, &" + label("room") + ");");
        }
    }

    private void work() {
        long perElement = nodes.stream()
                .filter(n -> n.isComputed() && (n.extent == Extent.FULL || n.kind instanceof FusedNode.Fold))
                .filter(n -> !(n.kind instanceof FusedNode.Expand))
                .count();
        long perRow = nodes.stream()
                .filter(n -> n.isComputed() && n.extent == Extent.ROW && !(n.kind instanceof FusedNode.Fold))
                .count();
        code.line("c->thread->operations += " + label("rows") + " * (" + perElement + " * " + label("columns") + " + "
                + perRow + ");");
    }

    /// Arrays without gaps are one long row where rows do not matter.
    private void flatten() {
        if (expressions.unit().dialect().printsLoops()) {
            region.storing()
                    .ifPresent(s -> code.line("bool " + label("past") + " = sx_past(&" + label("to") + ", 4 * "
                            + label("rows") + " * " + label("columns") + ");"));
        }
        if (byRows) {
            return;
        }
        var steps = new ArrayList<String>();
        nodes.stream().filter(n -> n.isInput() && n.extent == Extent.FULL).forEach(n -> steps.add(rows(n)));
        region.storing().ifPresent(s -> steps.add(label("to")));
        code.line("if ("
                + String.join(
                        " && ",
                        steps.stream()
                                .map(name -> name + ".step == " + label("columns"))
                                .toList())
                + ") " + label("columns") + " *= " + label("rows") + ", " + label("rows") + " = 1;");
    }

    private void loops() {
        String first = label("r");
        for (FusedNode node : nodes) {
            if (node.extent == Extent.COLUMN && node.stored != null) {
                code.line("memcpy(m" + rows(node) + ".at, " + rows(node) + ".at, (size_t)" + label("columns")
                        + " * sizeof(float));");
            }
        }
        code.line("for (int64_t " + first + " = 0; " + first + " < " + label("rows") + "; " + first
                + " += SX_GROUP_ROWS) {");
        code.line("sx_tick(c);");
        code.line("int " + label("g") + " = (int)(" + label("rows") + " - " + first + " < SX_GROUP_ROWS ? "
                + label("rows") + " - " + first + " : SX_GROUP_ROWS);");
        for (FusedNode node : nodes) {
            if (node.extent == Extent.ROW) {
                code.line("float r" + rows(node) + "[SX_GROUP_ROWS];");
            }
        }
        for (int pass = 0; pass < passes; pass++) {
            rowValues(pass);
            walk(pass);
            sums(pass);
        }
        rowValues(passes);
        for (FusedNode node : nodes) {
            if (node.extent == Extent.ROW && node.stored != null) {
                code.line("for (int q = 0; q < " + label("g") + "; q++) m" + rows(node) + ".at[(" + first + " + q) * m"
                        + rows(node) + ".step] = sx_clean_one(r" + rows(node) + "[q]);");
            }
        }
        code.line("}");
    }

    /// Values of rows that are known before a walk.
    private void rowValues(int pass) {
        for (FusedNode node : nodes) {
            boolean now = node.extent == Extent.ROW && node.pass == pass && !(node.kind instanceof FusedNode.Fold);
            if (now) {
                String value = node.isInput()
                        ? rows(node) + ".at[(" + label("r") + " + q) * " + rows(node) + ".step]"
                        : "(" + expression(node, false) + ")[0]";
                code.line("for (int q = 0; q < " + label("g") + "; q++) r" + rows(node) + "[q] = " + value + ";");
            }
        }
    }

    private void sums(int pass) {
        for (FusedNode node : nodes) {
            if (node.kind instanceof FusedNode.Fold(Reduction function)
                    && FusedRegion.isInOrder(function)
                    && node.pass == pass + 1) {
                FusedNode operand = node.operands.getFirst();
                code.line("sx_fold_rows(" + (function == Reduction.PROD) + ", " + label("g") + ", " + label("columns")
                        + ", " + start(operand, "") + ", " + step(operand) + ", r" + rows(node) + ");");
            }
        }
    }

    /// Where the rows of a value begin that is in memory.
    private String start(FusedNode node, String row) {
        String at = label("r") + row;
        if (node.isInput()) {
            return rows(node) + ".at + (" + at + ") * " + rows(node) + ".step";
        }
        return node.stored != null
                ? "m" + rows(node) + ".at + (" + at + ") * m" + rows(node) + ".step"
                : "k" + rows(node) + (row.isEmpty() ? "" : " + q * " + label("columns"));
    }

    private String step(FusedNode node) {
        return node.isInput()
                ? rows(node) + ".step"
                : node.stored != null ? "m" + rows(node) + ".step" : label("columns");
    }

    /// One walk over the columns of the rows of a group.
    private void walk(int pass) {
        var computed = new ArrayList<FusedNode>();
        var tops = new ArrayList<FusedNode>();
        for (FusedNode node : nodes) {
            boolean copies = node.isInput() && node.extent == Extent.FULL && node.stored != null && pass == 0;
            if ((node.isComputed() && node.extent == Extent.FULL && node.pass == pass) || copies) {
                computed.add(node);
            }
            if (node.kind instanceof FusedNode.Fold(Reduction function)
                    && !FusedRegion.isInOrder(function)
                    && node.pass == pass + 1) {
                tops.add(node);
            }
        }
        boolean stores = pass == passes - 1 && region.stored().isPresent();
        if (computed.isEmpty() && tops.isEmpty() && !stores) {
            return;
        }
        var reads = new ArrayList<FusedNode>();
        computed.forEach(node -> {
            if (node.isInput()) {
                need(node, reads, computed);
            }
            node.operands.forEach(operand -> need(operand, reads, computed));
        });
        tops.forEach(node -> need(node.operands.getFirst(), reads, computed));
        if (stores) {
            need(region.stored().orElseThrow(), reads, computed);
        }
        code.line("for (int q = 0; q < " + label("g") + "; q++) {");
        for (FusedNode node : reads) {
            switch (node.extent) {
                case FULL -> code.line("const float *p" + rows(node) + " = " + start(node, " + q") + ";");
                case COLUMN -> code.line("const float *p" + rows(node) + " = " + rows(node) + ".at;");
                case ROW -> code.line("sx_v v" + rows(node) + " = sx_all(r" + rows(node) + "[q]);");
                case ONE -> code.line("sx_v v" + rows(node) + " = sx_all(" + rows(node) + ");");
            }
        }
        for (FusedNode node : computed) {
            if (node.stored != null) {
                code.line("float *o" + rows(node) + " = m" + rows(node) + ".at + (" + label("r") + " + q) * m"
                        + rows(node) + ".step;");
            } else if (node.kept) {
                code.line("float *o" + rows(node) + " = k" + rows(node) + " + q * " + label("columns") + ";");
            }
        }
        for (FusedNode node : tops) {
            boolean largest = node.kind instanceof FusedNode.Fold(Reduction function) && function == Reduction.MAX;
            code.line("sx_v t" + rows(node) + " = sx_all(" + (largest ? "-" : "") + "INFINITY);");
        }
        if (stores) {
            code.line("float *" + label("o") + " = " + label("to") + ".at + (" + label("r") + " + q) * " + label("to")
                    + ".step;");
        }
        code.line("int64_t i = 0;");
        code.line("for (; i + SX_LANES <= " + label("columns") + "; i += SX_LANES) {");
        body(reads, computed, tops, stores, false);
        code.line("}");
        code.line("if (i < " + label("columns") + ") {");
        code.line("int64_t rest = " + label("columns") + " - i;");
        body(reads, computed, tops, stores, true);
        code.line("}");
        for (FusedNode node : tops) {
            boolean largest = node.kind instanceof FusedNode.Fold(Reduction function) && function == Reduction.MAX;
            code.line("r" + rows(node) + "[q] = sx_across(t" + rows(node) + ", " + largest + ");");
        }
        code.line("}");
    }

    private static void need(FusedNode node, List<FusedNode> reads, List<FusedNode> computed) {
        boolean here = computed.contains(node) && node.isComputed();
        if (!here && !reads.contains(node)) {
            reads.add(node);
        }
    }

    private void body(
            List<FusedNode> reads, List<FusedNode> computed, List<FusedNode> tops, boolean stores, boolean tail) {
        for (FusedNode node : reads) {
            if (node.extent == Extent.FULL || node.extent == Extent.COLUMN) {
                String from = "p" + rows(node) + " + i";
                code.line("sx_v v" + rows(node) + " = "
                        + (tail ? "sx_vload_part(" + from + ", rest, 1)" : "sx_vload(" + from + ")") + ";");
            }
        }
        for (FusedNode node : computed) {
            if (node.isComputed()) {
                code.line("sx_v v" + rows(node) + " = " + expression(node, true) + ";" + site(node));
            }
            if (node.stored != null || node.kept) {
                String clean = node.isInput() ? "v" + rows(node) : "sx_clean(v" + rows(node) + ")";
                put("o" + rows(node), clean, tail, false);
            }
        }
        for (FusedNode node : tops) {
            FusedNode operand = node.operands.getFirst();
            boolean largest = node.kind instanceof FusedNode.Fold(Reduction function) && function == Reduction.MAX;
            String value = "v" + rows(operand);
            if (tail) {
                String start = (largest ? "-" : "") + "INFINITY";
                code.line("{ float room[SX_LANES]; sx_vstore_part(room, SX_LANES, " + value + "); " + value
                        + " = sx_vload_part(room, rest, " + start + "); }");
            }
            code.line("t" + rows(node) + " = " + (largest ? "sx_max_v" : "sx_min_v") + "(t" + rows(node) + ", " + value
                    + ");" + site(node));
        }
        if (stores) {
            FusedNode node = region.stored().orElseThrow();
            String clean = node.isInput() ? "v" + rows(node) : "sx_clean(v" + rows(node) + ")";
            put(label("o"), clean, tail, true);
        }
    }

    private String site(FusedNode node) {
        return node.span.isNone() ? "" : " /* site " + expressions.unit().site(node.span) + " */";
    }

    private void put(String to, String value, boolean tail, boolean past) {
        if (tail) {
            code.line("sx_vstore_part(" + to + " + i, rest, " + value + ");");
        } else if (past) {
            code.line("if (" + label("past") + ") sx_vstore_past(" + to + " + i, " + value + ");");
            code.line("else sx_vstore(" + to + " + i, " + value + ");");
        } else {
            code.line("sx_vstore(" + to + " + i, " + value + ");");
        }
    }

    /// A computed value as an expression of vectors; of a row, all lanes are equal.
    private String expression(FusedNode node, boolean inWalk) {
        return node.expression(operand -> inWalk
                ? "v" + rows(operand)
                : operand.extent == Extent.ONE ? "sx_all(" + rows(operand) + ")" : "sx_all(r" + rows(operand) + "[q])");
    }
}
