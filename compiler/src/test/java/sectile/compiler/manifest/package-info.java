/// Tests of the manifest of communication.
@org.jspecify.annotations.NullMarked
package sectile.compiler.manifest;
