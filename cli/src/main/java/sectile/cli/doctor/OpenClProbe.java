package sectile.cli.doctor;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.SymbolLookup;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Looks for the OpenCL loader and for at least one driver registered with it.
record OpenClProbe(String library, Path drivers) implements Probe {
    @Override
    @SuppressWarnings("restricted") // loading the library is the question
    public Finding look(Tool tool) {
        try (var arena = Arena.ofConfined()) {
            SymbolLookup.libraryLookup(library, arena);
        } catch (IllegalArgumentException e) {
            return Finding.missing(tool, "no " + library);
        }
        List<String> names = driverNames();
        if (names.isEmpty()) {
            return Finding.missing(tool, library + " is there, but no driver in " + drivers);
        }
        return Finding.found(tool, "driver " + String.join(", ", names), library);
    }

    private List<String> driverNames() {
        try (var files = Files.list(drivers)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".icd"))
                    .map(name -> name.substring(0, name.length() - ".icd".length()))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            return List.of();
        }
    }
}
