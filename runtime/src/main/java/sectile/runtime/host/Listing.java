package sectile.runtime.host;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.Span;
import sectile.ir.Program;
import sectile.runtime.c.CSource;
import sectile.runtime.c.ProgramEmitter;
import sectile.runtime.device.MicroKernelUse;
import sectile.runtime.device.MissingException;
import sectile.runtime.problem.RunCode;

/// The code of a function: lines of its program, the C that was emitted for them, and the instructions of that.
///
/// @param parts in the order of the C text
public record Listing(List<Part> parts, List<MicroKernelUse> microKernels) {
    private static final Pattern SITE = Pattern.compile("c->site = (\\d+);|/\\* site (\\d+) \\*/");
    private static final Pattern BODY = Pattern.compile("^static int b\\d+\\(.*\\) \\{ /\\* in (.*) \\*/$");
    private static final Pattern PLACE = Pattern.compile("^(?:.* )?\\(?(?:inlined by )?.*program\\.c:(\\d+)\\b.*$");
    private static final Pattern INSTRUCTION = Pattern.compile("^\\s+[0-9a-f]+:\\t(.*)$");

    public Listing {
        parts = List.copyOf(parts);
        microKernels = List.copyOf(microKernels);
    }

    /// One line of C.
    ///
    /// @param at where in the program; [Span#none()] for what surrounds ops
    /// @param line the number of the line in the C text
    public record Part(Span at, int line, String text, List<String> instructions) {
        public Part {
            instructions = List.copyOf(instructions);
        }
    }

    /// The listing of one function.
    ///
    /// @throws MissingException RUN-317 when there is no objdump
    public static Listing of(Program program, String function, HostOptions options) {
        CCompiler compiler = CCompiler.find(options);
        Path objdump = Programs.find(options.environment(), "objdump")
                .orElseThrow(() -> new MissingException(Diagnostic.error(
                                RunCode.NO_DISASSEMBLER, Span.none(), "objdump is not on the PATH, and it disassembles")
                        .hint("install it (Debian: apt-get install binutils)")));
        CSource source = ProgramEmitter.emit(program, function);
        String text = new NativeCache(options.cache(), NativeBuild.library(compiler, List.of()))
                .disassembled(source, objdump);
        return new Listing(parts(source, function, byLine(text)), source.microKernels());
    }

    /// Instructions by the line of the emitted text that they belong to. Places are listed from the innermost function
    /// that was inlined to the outermost; the first one in the emitted text counts.
    static SequencedMap<Integer, List<String>> byLine(String disassembly) {
        var lines = new TreeMap<Integer, List<String>>();
        int line = 0;
        boolean open = true;
        for (String row : disassembly.lines().toList()) {
            Matcher instruction = INSTRUCTION.matcher(row);
            if (instruction.matches()) {
                open = true;
                if (line > 0) {
                    lines.computeIfAbsent(line, l -> new ArrayList<>())
                            .add(instruction.group(1).strip());
                }
                continue;
            }
            Matcher place = PLACE.matcher(row);
            if (place.matches() && open) {
                open = false;
                line = Integer.parseInt(place.group(1));
            }
        }
        return lines;
    }

    private static List<Part> parts(CSource source, String function, SequencedMap<Integer, List<String>> instructions) {
        var parts = new ArrayList<Part>();
        List<String> lines = source.text().lines().toList();
        boolean inside = false;
        Span at = Span.none();
        for (int i = 0; i < lines.size(); i++) {
            String text = lines.get(i);
            Matcher body = BODY.matcher(text);
            if (body.matches()) {
                inside = body.group(1).equals(function);
                at = Span.none();
            } else if (text.equals("}")) {
                inside = false;
            }
            Matcher site = SITE.matcher(text);
            Span here = at;
            if (site.find()) {
                String number = site.group(1) != null ? site.group(1) : site.group(2);
                here = source.sites().get(Integer.parseInt(number));
                at = site.group(1) != null ? here : at;
            }
            List<String> found = instructions.getOrDefault(i + 1, List.of());
            if (inside && !found.isEmpty()) {
                parts.add(new Part(here, i + 1, text.strip(), found));
            }
        }
        return parts;
    }
}
