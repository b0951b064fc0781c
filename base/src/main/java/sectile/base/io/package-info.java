/// Files in and out.
///
/// - [AtomicFiles] writes through a temporary sibling that is moved into place, so no reader ever sees half a file.
/// - [TextFiles] reads a text as a [sectile.base.diag.SourceFile].
/// - [Npy] and [Npz] read and write NumPy's formats, [SafeTensors] that of the same name.
///
/// ```java
/// NdArray weights = Npy.read(Path.of("weights.npy"));
/// Npz.write(Path.of("out.npz"), Map.of("w", weights));
/// SafeTensors model = SafeTensors.read(Path.of("model.safetensors"));
/// ```
///
/// A file that is missing, unreadable or malformed gives a [sectile.base.diag.DiagnosticException] with codes
/// `BASE-2xx` (files) and `BASE-3xx` (arrays). Before memory is taken for an array, the file is seen to be
/// large enough to fill it.
///
/// ## Types that NumPy does not have
///
/// NumPy itself knows neither bf16, fp8 nor four-bit types. We store the wider ones, as the `ml_dtypes`
/// package does, as bytes without a name, which NumPy reads as `void`:
///
/// | type | in `.npy` and `.npz` | read back as |
/// |---|---|---|
/// | bf16 | `<V2` | bf16 |
/// | fp8e4m3 | `\|V1` | fp8e4m3 |
/// | fp8e5m2, fp8e8m0 | `\|V1` | fp8e4m3, unless `Npy.read(Path, DType)` is told better |
/// | i4, u4 | widened to `\|i1`, `\|u1` | i8, u8 |
/// | fp4e2m1 | widened to `<f2` | f16 |
///
/// A file with `<f1`, as `ml_dtypes` marks fp8e5m2, is read as that.
///
/// Safetensors has names for all of them but i4 and u4, which are widened there, too.
@NullMarked
package sectile.base.io;

import org.jspecify.annotations.NullMarked;
