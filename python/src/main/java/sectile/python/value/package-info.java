/// # Python values
///
/// An int is a `Long`, or a `BigInteger` beyond 64 bits ([Ints]); a float is a `Double`, a bool a `Boolean`, a string a
/// `String`, `None` is [None]; the rest are [TupleValue], [ListValue], [DictValue] and [RangeValue]. Any other object
/// is "foreign": a value that only the dialect knows, such as a handle. Values may contain foreign ones.
///
/// Whatever can go wrong is a [Fault], raised through the [Site] that the caller passes; the dialect decides which
/// diagnostic that is. [Text] is what `str` and `repr` return.
@NullMarked
package sectile.python.value;

import org.jspecify.annotations.NullMarked;
