package sectile.ir.symbol;

import java.util.ArrayList;
import java.util.List;

/// What a program says about the array of a parameter beside its type.
///
/// @param onDevice the array is in memory of the device before the function is called, and stays there: a call pays no
///     copy
/// @param constant the array does not change between calls, so that an executor may keep what it made of it
public record Marks(boolean onDevice, boolean constant) {
    public static final Marks NONE = new Marks(false, false);
    public static final String ON_DEVICE = "pl.OnDevice";
    public static final String CONST = "pl.Const";

    public boolean isEmpty() {
        return !onDevice && !constant;
    }

    /// As a program writes them, the outer one first.
    public List<String> surface() {
        var names = new ArrayList<String>();
        if (onDevice) {
            names.add(ON_DEVICE);
        }
        if (constant) {
            names.add(CONST);
        }
        return List.copyOf(names);
    }

    /// A type as an annotation under these marks.
    public String around(String type) {
        var text = new StringBuilder(type);
        for (String name : surface().reversed()) {
            text.insert(0, name + "[").append(']');
        }
        return text.toString();
    }
}
