package sectile.ir.text;

import java.util.Optional;
import sectile.base.diag.SourceFile;

/// Finds the files that a program imports.
@FunctionalInterface
public interface Siblings {
    Siblings NONE = (importer, level, module) -> Optional.empty();

    /// The file of a module, if it may be read.
    ///
    /// @param importer the file with the import
    /// @param level the number of dots in front of a relative module, 0 for an absolute one
    /// @param module the dotted name; empty for `from . import x`
    Optional<SourceFile> find(SourceFile importer, int level, String module);
}
