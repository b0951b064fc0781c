/// # The manifest of communication
///
/// What a run must know about groups of devices and their windows before it starts, without the program:
/// [CommManifest][sectile.compiler.manifest.CommManifest] is `orchestration/comm_manifest.json`, and
/// [CommManifest#bootstrap][sectile.compiler.manifest.CommManifest#bootstrap] makes of it what each device sets up,
/// a [Bootstrap][sectile.interp.value.Bootstrap]. A directory that is opened runs with the groups of its manifest,
/// so every executor takes devices, ranks and sizes from there.
///
/// ```java
/// CommManifest manifest = CommManifest.of(program).orElseThrow();
/// Map<Integer, List<Bootstrap>> perDevice = CommManifest.parse(source).bootstrap(List.of(0, 1, 2, 3));
/// ```
@NullMarked
package sectile.compiler.manifest;

import org.jspecify.annotations.NullMarked;
