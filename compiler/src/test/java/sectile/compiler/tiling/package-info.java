@org.jspecify.annotations.NullMarked
package sectile.compiler.tiling;
