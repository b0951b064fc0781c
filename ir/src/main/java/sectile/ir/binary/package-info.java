/// # The binary form
///
/// A compact, versioned encoding of a [Program][sectile.ir.Program]. Values that occur several times, such as
/// variables, types and strings, are written once and referred to by number, so sharing is kept. Reading is bounded by
/// the input: a truncated or damaged file is a diagnostic, never a crash.
///
/// ```java
/// byte[] bytes = BinaryWriter.write(program);
/// Program again = BinaryReader.read(bytes);
/// ```
///
/// Layout: `SIR`, a version byte, the CRC-32 of what follows (4 bytes), then the program. Integers are
/// variable-length, signed ones zig-zag.
@NullMarked
package sectile.ir.binary;

import org.jspecify.annotations.NullMarked;
