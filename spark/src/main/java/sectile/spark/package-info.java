/// Explorations on Apache Spark: [SparkCluster] is what `sectile explore --on spark` finds, [SparkConnection] has the
/// points executed as tasks, and [Point] is one of them, in whatever process it runs.
///
/// This is compiled on first use, against the jars of Sectile and of Spark, by `scripts/spark`.
package sectile.spark;
