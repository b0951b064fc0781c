/// # Values of a running program
///
/// A scalar is a `Long`, `Double` or `Boolean`, already rounded or wrapped to its element type; a tuple is an
/// `Object[]`; everything with a shape is a [Data]. [Memory] gives global memory an identity; a `Region`
/// of it says which part of it a view covers and whether two parts overlap.
@NullMarked
package sectile.interp.value;

import org.jspecify.annotations.NullMarked;
