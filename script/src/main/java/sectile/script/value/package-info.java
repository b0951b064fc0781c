/// The values a text kernel computes with on the PE's processor, and what Python's operators mean for them.
///
/// An int is a `Long`, a float a `Double`, a bool a `Boolean`, a string a `String`, `None` is [None]; the rest are
/// [TupleValue], [ListValue], [DictValue] and [RangeValue]. Ints have 64 bits: what does not fit is a diagnostic.
/// [Operator] holds the arithmetic, [Relation] the comparisons, [Text] what `str` and `repr` show.
@NullMarked
package sectile.script.value;

import org.jspecify.annotations.NullMarked;
