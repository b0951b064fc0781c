/// # Formats
///
/// [Format][sectile.python.format.Format] is Python's `format(value, specification)`, which f-strings use.
@NullMarked
package sectile.python.format;

import org.jspecify.annotations.NullMarked;
