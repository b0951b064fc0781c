package sectile.script.code;

import java.util.Optional;
import sectile.base.diag.Span;

/// What a host program sees besides its own text.
public interface HostNames {
    /// What an import stands for; empty for one that is not known.
    ///
    /// @param name empty for the module itself
    Optional<Object> imported(String module, String name);

    /// A function of the text that takes `tl`, as a value that can be launched.
    Object kernel(String name, Span at);
}
