package sectile.runtime.device;

import sectile.base.diag.Span;

/// What became of a tile that asks for a micro-kernel.
///
/// @param at the op
/// @param request what it asks for
/// @param kernel the micro-kernel that replaces it; empty if loops do
/// @param reason why loops do; empty if a micro-kernel does
public record KernelChoice(Span at, String request, String kernel, String reason) {
    public boolean isReplaced() {
        return !kernel.isEmpty();
    }
}
