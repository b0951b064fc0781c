package sectile.cli.lang;

import com.beust.jcommander.Parameter;
import com.beust.jcommander.ParametersDelegate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import sectile.cli.command.Invocation;
import sectile.cli.command.Values;
import sectile.ir.text.Specialisation;

/// What a program text may leave open: `--shape` and `--set`.
final class SpecialisationOptions {
    @ParametersDelegate
    private final ShapeOptions shapes = new ShapeOptions();

    @Parameter(
            names = "--set",
            placeholder = "NAME=VALUE",
            splitter = Values.Unsplit.class,
            description =
                    "value of a constant, a factory's parameter, a dynamic dimension or a scalar; may be repeated")
    private List<String> values = new ArrayList<>();

    /// These options as words of a command line.
    List<String> words() {
        var words = new ArrayList<>(shapes.words());
        values.forEach(value -> words.addAll(List.of("--set", value)));
        return words;
    }

    Specialisation read(Invocation call, String entry) {
        return shapes.specialisation(call, entry, constants(call));
    }

    boolean isProgramGiven() {
        return shapes.isProgramGiven();
    }

    Map<String, Object> constants(Invocation call) {
        Map<String, Object> constants = new LinkedHashMap<>();
        for (Setting setting : Setting.of(call, "--set", values, "NAME=VALUE, such as N=64")) {
            constants.put(setting.name(), setting.scalar());
        }
        return constants;
    }

    Map<String, ShapeOptions.Sized> shapes(Invocation call) {
        return shapes.read(call);
    }
}
