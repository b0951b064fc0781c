/// Tests of compiled programs on disk.
@org.jspecify.annotations.NullMarked
package sectile.compiler.artifact;
