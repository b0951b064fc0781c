package sectile.ir.ops;

import java.util.List;
import sectile.ir.expr.Attr;
import sectile.ir.expr.DistributedTensorType;
import sectile.ir.expr.Effect;
import sectile.ir.expr.HandleType;
import sectile.ir.expr.Op;
import sectile.ir.expr.OpBuilder;
import sectile.ir.expr.Operand;
import sectile.ir.expr.OperandKind;
import sectile.ir.expr.ScalarType;
import sectile.ir.expr.Semantics;
import sectile.ir.expr.Type;
import sectile.ir.problem.LanguageCode;
import sectile.ir.symbol.DataType;

/// Memory that peers can reach, and which peers there are.
final class Windows {
    private Windows() {}

    static List<Op> ops() {
        Operand context = Operand.of("ctx", OperandKind.COMM_CTX, "the context");
        return List.of(
                new OpBuilder(
                                "pld.tensor.alloc_window_buffer",
                                "Memory on every device of the group that the others can reach; host only.")
                        .means(Semantics.Window.ALLOCATE)
                        .formula("out = a buffer of size_bytes on every device, zeroed")
                        .operands(Parts.index("size_bytes", "bytes per device"))
                        .optional("name", Parts.TEXT, "the window's name")
                        .hostOnly()
                        .once()
                        .rule(args -> {
                            var size = args.constant("size_bytes");
                            if (size.isPresent() && size.getAsLong() < 1) {
                                throw args.at(
                                        "size_bytes",
                                        LanguageCode.BAD_EXTENT,
                                        "a window needs at least one byte, found " + size.getAsLong(),
                                        "");
                            }
                            return HandleType.WINDOW_BUFFER;
                        }),
                new OpBuilder("pld.tensor.window", "A window buffer seen as a tensor.")
                        .means(Semantics.Window.VIEW)
                        .formula("out = the buffer, shaped")
                        .operands(
                                Operand.of("buf", OperandKind.WINDOW_BUFFER, "the buffer"),
                                Parts.list("shape", "extents per device"))
                        .attribute("dtype", Parts.ELEMENT, new Attr.Element(DataType.FP32), "element type")
                        .rule(args -> new DistributedTensorType(
                                Rules.extents(args, "shape"),
                                args.element("dtype").orElseThrow())),
                new OpBuilder("pld.system.world_size", "How many devices take part; host only.")
                        .means(Semantics.Query.WORLD_SIZE)
                        .formula("out = number of devices")
                        .hostOnly()
                        .rule(args -> ScalarType.of(DataType.INT64)),
                new OpBuilder("pld.system.get_comm_ctx", "The communication context of a window.")
                        .means(Semantics.Query.COMM_CONTEXT)
                        .formula("out = the context of the window's group")
                        .operands(Parts.window("target", "the window").with(Effect.NONE))
                        .rule(args -> (Type) HandleType.COMM_CTX),
                new OpBuilder("pld.system.rank", "This device's rank in the group.")
                        .means(Semantics.Query.RANK)
                        .formula("out = rank")
                        .operands(context)
                        .rule(args -> ScalarType.of(DataType.INT32)),
                new OpBuilder("pld.system.nranks", "How many ranks the group has.")
                        .means(Semantics.Query.RANK_COUNT)
                        .formula("out = number of ranks")
                        .operands(context)
                        .rule(args -> ScalarType.of(DataType.INT32)));
    }
}
