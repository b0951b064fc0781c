package sectile.runtime.c;

import java.util.List;
import sectile.base.diag.Span;

/// A program as C.
///
/// @param text the C text; includes `sx.h`
/// @param sites where in the program the numbered places of the text are
public record CSource(String text, List<Span> sites) {
    public CSource {
        sites = List.copyOf(sites);
    }
}
