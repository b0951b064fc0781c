package sectile.ir.algorithm;

import static sectile.ir.build.Named.named;

import java.util.ArrayList;
import java.util.List;
import sectile.base.diag.Diagnostics;
import sectile.ir.Function;
import sectile.ir.Param;
import sectile.ir.Program;
import sectile.ir.algorithm.Algorithm.Buffer;
import sectile.ir.algorithm.Algorithm.Rank;
import sectile.ir.algorithm.Algorithm.ThreadBlock;
import sectile.ir.build.BodyBuilder;
import sectile.ir.build.Types;
import sectile.ir.expr.Expr;
import sectile.ir.expr.Origin;
import sectile.ir.expr.Type;
import sectile.ir.expr.Var;
import sectile.ir.rewrite.FreshNames;
import sectile.ir.stmt.Seq;
import sectile.ir.stmt.Stmt;
import sectile.ir.symbol.DataType;
import sectile.ir.symbol.Direction;
import sectile.ir.symbol.FunctionKind;
import sectile.ir.symbol.Level;
import sectile.ir.symbol.Role;
import sectile.ir.verify.Verifier;

/// An algorithm as a tile program.
///
/// Its entry [#ENTRY] takes `x` and `out`, for every rank the chunks of its input and of its output; in place, it takes
/// only `data`, in which the rank's input is where the collective has it.
public final class AlgorithmProgram {
    public static final String ENTRY = "main";
    public static final String INPUT = "x";
    public static final String OUTPUT = "out";
    public static final String IN_PLACE = "data";

    private final Algorithm algorithm;
    private final DataType dtype;
    private final int elements;
    private final Cells cells;

    /// @param elements of one chunk
    /// @param slots of every connection
    public AlgorithmProgram(Algorithm algorithm, DataType dtype, int elements, int slots) {
        this.algorithm = algorithm;
        this.dtype = dtype;
        this.elements = elements;
        this.cells = new Cells(algorithm, slots);
    }

    /// How many chunks the memory has that input and output share.
    static int shared(Algorithm algorithm, Rank rank) {
        return Math.max(
                algorithm.chunks(rank, Buffer.INPUT) + algorithm.shift(rank, Buffer.INPUT),
                algorithm.collective() == Collective.CUSTOM
                        ? rank.output()
                        : Math.max(algorithm.chunks(), algorithm.chunks(rank, Buffer.OUTPUT)));
    }

    /// How many chunks a buffer of the entry has for every rank.
    static int most(Algorithm algorithm, String parameter) {
        return Math.max(
                1,
                algorithm.ranks().stream()
                        .mapToInt(rank -> parameter.equals(IN_PLACE)
                                ? shared(algorithm, rank)
                                : algorithm.chunks(rank, parameter.equals(INPUT) ? Buffer.INPUT : Buffer.OUTPUT))
                        .max()
                        .orElse(1));
    }

    /// The program, verified.
    public Program program() {
        var functions = new ArrayList<Function>();
        var perRank = new ArrayList<Function>();
        for (Rank rank : algorithm.ranks()) {
            if (rank.blocks().isEmpty()) {
                continue;
            }
            Function kernel = kernel(rank);
            functions.add(kernel);
            perRank.add(orchestration(rank, kernel));
        }
        functions.addAll(perRank);
        functions.add(host(perRank));
        var program = new Program(name(), functions, List.of(), Origin.of(algorithm.span()));
        var problems = new Diagnostics();
        Verifier.verify(program, problems);
        problems.throwIfErrors();
        return program;
    }

    /// The algorithm's name as an identifier.
    private String name() {
        String plain = algorithm.name().replaceAll("[^A-Za-z0-9_]", "_");
        return plain.isEmpty() || Character.isDigit(plain.charAt(0)) ? "algorithm_" + plain : plain;
    }

    private static Param param(String name, Type type, Direction direction, Origin origin) {
        return new Param(new Var(name, type, origin), direction);
    }

    private Type chunks(int count) {
        return Types.tensor(dtype, count, elements);
    }

    /// The input is only read, unless a step writes it.
    private Direction input() {
        boolean written = algorithm.ranks().stream()
                .flatMap(rank -> rank.blocks().stream())
                .flatMap(block -> block.steps().stream())
                .anyMatch(step -> step.type().writesTarget() && step.target().buffer() == Buffer.INPUT);
        return written ? Direction.INOUT : Direction.IN;
    }

    /// The parameters of a rank's functions: its buffers, then the windows.
    private List<Param> params(Origin origin, boolean scratch, Rank rank) {
        var params = new ArrayList<Param>();
        if (algorithm.inPlace()) {
            params.add(param(IN_PLACE, chunks(most(algorithm, IN_PLACE)), Direction.INOUT, origin));
        } else {
            params.add(param(INPUT, chunks(most(algorithm, INPUT)), input(), origin));
            params.add(param(OUTPUT, chunks(most(algorithm, OUTPUT)), Direction.INOUT, origin));
        }
        if (scratch && rank.scratch() > 0) {
            params.add(param("scratch", chunks(rank.scratch()), Direction.INOUT, origin));
        }
        params.add(param("slots", Types.window(dtype, cells.slotChunks(), elements), Direction.INOUT, origin));
        params.add(param("cells", Types.window(DataType.INT32, cells.cells(), 1), Direction.INOUT, origin));
        return params;
    }

    private Function kernel(Rank rank) {
        Origin origin = Origin.of(rank.span());
        List<Param> params = params(origin, true, rank);
        String name = "rank" + rank.id() + "_blocks";
        Function empty = Function.of(name, FunctionKind.IN_CORE, params, List.of(), Seq.of(List.of()), origin);
        FreshNames names = FreshNames.of(empty);
        Stmt body = BodyBuilder.build(names, origin, f -> {
            Var block = f.let("block", f.blockIndex());
            for (ThreadBlock one : rank.blocks()) {
                f.when(
                        f.eq(block, one.id()),
                        () -> f.add(new BlockBody(algorithm, cells, rank, one, params, elements, names).build()));
            }
        });
        return empty.withBody(body);
    }

    private Function orchestration(Rank rank, Function kernel) {
        Origin origin = Origin.of(rank.span());
        List<Param> params = params(origin, false, rank);
        Function empty = Function.of(
                "rank" + rank.id(), FunctionKind.ORCHESTRATION, params, List.of(), Seq.of(List.of()), origin);
        Stmt body = BodyBuilder.build(FreshNames.of(empty), origin, f -> {
            var arguments = new ArrayList<Object>();
            for (Param param : kernel.params()) {
                arguments.add(params.stream()
                        .filter(mine -> mine.name().equals(param.name()))
                        .<Expr>map(Param::variable)
                        .findFirst()
                        .orElseGet(() ->
                                f.let("scratch", f.createTensor(Types.dims(rank.scratch(), elements), dtype))));
            }
            arguments.add(named("core_num", rank.blocks().size()));
            f.run(f.call(kernel, arguments.toArray()));
        });
        return empty.withBody(body);
    }

    private Function host(List<Function> perRank) {
        Origin origin = Origin.of(algorithm.span());
        int ranks = algorithm.ranks().size();
        var params = new ArrayList<Param>();
        for (Param param : params(origin, false, algorithm.ranks().getFirst())) {
            if (param.name().equals("slots") || param.name().equals("cells")) {
                continue;
            }
            int rows = most(algorithm, param.name());
            params.add(param(
                    param.name(),
                    Types.tensor(dtype, ranks, rows, elements),
                    param.name().equals(OUTPUT) ? Direction.OUT : param.direction(),
                    origin));
        }
        Function empty = Function.of(ENTRY, FunctionKind.OPAQUE, params, List.of(), Seq.of(List.of()), origin)
                .withPlace(Level.HOST, Role.ORCHESTRATOR);
        Stmt body = BodyBuilder.build(FreshNames.of(empty), origin, f -> {
            long bytes = (long) cells.slotChunks() * elements * dtype.bits() / Byte.SIZE;
            Var slots = f.let("slots", f.allocWindowBuffer(bytes));
            Var signals = f.let("cells", f.allocWindowBuffer((long) cells.cells() * Integer.BYTES));
            for (Function one : perRank) {
                int rank = Integer.parseInt(one.name().substring("rank".length()));
                var arguments = new ArrayList<Object>();
                params.forEach(param -> arguments.add(f.row(param.variable(), rank)));
                arguments.add(f.window(slots, Types.dims(cells.slotChunks(), elements), dtype));
                arguments.add(f.window(signals, Types.dims(cells.cells(), 1), DataType.INT32));
                arguments.add(named("device", rank));
                f.run(f.call(one, arguments.toArray()));
            }
        });
        return empty.withBody(body);
    }
}
