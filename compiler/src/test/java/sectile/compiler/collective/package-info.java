/// Tests of collectives as loads, stores and signals.
@org.jspecify.annotations.NullMarked
package sectile.compiler.collective;
