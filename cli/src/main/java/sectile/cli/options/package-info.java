/// Options that several verbs share, so that they are called and mean the same everywhere.
///
/// A verb takes a holder as a field with `@ParametersDelegate` and must then honour every option in it: an option that
/// is read and ignored is worse than an unknown one.
@NullMarked
package sectile.cli.options;

import org.jspecify.annotations.NullMarked;
