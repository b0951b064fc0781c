package sectile.cli.lang;

import com.beust.jcommander.Parameter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import sectile.base.array.DType;
import sectile.base.array.Shape;
import sectile.cli.command.Invocation;
import sectile.cli.command.Values;
import sectile.ir.expr.ConstInt;
import sectile.ir.expr.Expr;
import sectile.ir.expr.TensorType;
import sectile.ir.expr.Type;
import sectile.ir.symbol.DataType;
import sectile.ir.text.SiblingFiles;
import sectile.ir.text.Specialisation;

/// `--shape` and `--program`: what a program text leaves open.
final class ShapeOptions {
    private static final String SHAPE = "NAME=ROWSxCOLUMNS:DTYPE, such as a=128x128:f32";

    @Parameter(
            names = "--shape",
            placeholder = "NAME=SHAPE:DTYPE",
            splitter = Values.Unsplit.class,
            description = "shape of an argument, such as a=128x128:f32; may be repeated")
    private List<String> shapes = new ArrayList<>();

    @Parameter(
            names = "--program",
            placeholder = "NAME",
            description = "the program, if the file holds several: a class, a factory, or FACTORY.CLASS")
    private String program = "";

    /// These options as words of a command line.
    List<String> words() {
        var words = new ArrayList<String>();
        shapes.forEach(shape -> words.addAll(List.of("--shape", shape)));
        if (!program.isEmpty()) {
            words.addAll(List.of("--program", program));
        }
        return words;
    }

    /// What is known of a program's arguments and constants before it is read.
    Specialisation specialisation(Invocation call, String entry, Map<String, Object> constants) {
        Map<String, Type> types = new LinkedHashMap<>();
        read(call).forEach((name, shape) -> {
            types.put(name, type(shape));
        });
        return new Specialisation(entry, types, constants)
                .withProgram(program)
                .withSiblings(new SiblingFiles(Path.of(call.operand(0))));
    }

    static Type type(Sized shape) {
        List<Expr> extents = new ArrayList<>();
        for (long extent : shape.shape().toArray()) {
            extents.add(ConstInt.index(extent));
        }
        return new TensorType(extents, shape.dtype());
    }

    boolean isProgramGiven() {
        return !program.isEmpty();
    }

    /// The element type of the language that an array of a file has.
    static DataType dtype(DType storage) {
        return Arrays.stream(DataType.values())
                .filter(dtype -> dtype.storage() == storage)
                .findFirst()
                .orElseThrow();
    }

    /// A shape as it is on the command line.
    record Sized(Shape shape, DataType dtype) {}

    Map<String, Sized> read(Invocation call) {
        Map<String, Sized> sized = new LinkedHashMap<>();
        for (Setting setting : Setting.of(call, "--shape", shapes, SHAPE)) {
            int colon = setting.value().indexOf(':');
            String text = colon < 0 ? setting.value() : setting.value().substring(0, colon);
            Optional<Shape> shape = Shape.parse(text);
            Optional<DataType> dtype = colon < 0
                    ? Optional.of(DataType.FP32)
                    : dtype(setting.value().substring(colon + 1));
            if (shape.isEmpty() || dtype.isEmpty()) {
                throw Setting.wrong("--shape", setting.name() + "=" + setting.value(), setting.span(), SHAPE);
            }
            sized.put(setting.name(), new Sized(shape.get(), dtype.get()));
        }
        return sized;
    }

    private static Optional<DataType> dtype(String text) {
        Optional<DType> storage = DType.parse(text);
        for (DataType dtype : DataType.values()) {
            if (dtype.name().equals(text) || (storage.isPresent() && dtype.storage() == storage.get())) {
                return Optional.of(dtype);
            }
        }
        return Optional.empty();
    }
}
