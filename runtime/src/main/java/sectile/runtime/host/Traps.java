package sectile.runtime.host;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.nio.file.Path;

/// The handler of traps in compiled code, such as an invalid address: they end the run, not the process.
record Traps(MemorySegment watch) {
    /// Loads the handler. It stays loaded as long as the process lives, because signals of any thread may reach it.
    @SuppressWarnings("restricted") // the library is the one that sx_trap.c makes
    static Traps load(Path library) {
        return new Traps(SymbolLookup.libraryLookup(library, Arena.global()).findOrThrow("sx_trap_watch"));
    }
}
