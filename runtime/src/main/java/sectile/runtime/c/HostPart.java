package sectile.runtime.c;

import sectile.ir.Function;

/// The part of a program that stays on the host of an accelerator which runs whole programs: what the entry function
/// takes and gives.
public final class HostPart {
    private HostPart() {}

    /// The C text of the host's part of a program.
    public static String emit(Function entry) {
        return """
                #include "sx_host.h"

                static const sx_routine entry = {.name = %s, .params = %d, .results = %d, .host = %s};
                SX_API const sx_program sx_the_program = {&entry, 0, NULL};
                """.formatted(
                        Text.literal(entry.name()),
                        entry.params().size(),
                        entry.results().size(),
                        entry.isHost());
    }
}
