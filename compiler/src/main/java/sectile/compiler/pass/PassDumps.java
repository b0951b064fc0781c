package sectile.compiler.pass;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.SequencedMap;
import java.util.Set;
import sectile.ir.Program;
import sectile.ir.text.Printer;
import sectile.ir.verify.Property;

/// Keeps the text of the program before the first pass and after every one, under the names of the files that a dump
/// consists of: `00_frontend.py`, `01_InlineFunctions.py`.
public final class PassDumps implements PassListener {
    private final SequencedMap<String, String> texts = new LinkedHashMap<>();

    @Override
    public void begin(Program program) {
        texts.clear();
        texts.put("00_frontend.py", Printer.print(program));
    }

    @Override
    public void ran(Pass pass, Program before, Program after, Set<Property> properties) {
        texts.put(String.format(Locale.ROOT, "%02d_%s.py", texts.size(), pass.name()), Printer.print(after));
    }

    /// By the name of the file.
    public SequencedMap<String, String> texts() {
        return Collections.unmodifiableSequencedMap(texts);
    }
}
