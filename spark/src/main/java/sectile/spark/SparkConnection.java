package sectile.spark;

import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import scala.collection.Iterator;
import scala.reflect.ClassTag$;
import scala.runtime.AbstractFunction2;
import scala.runtime.BoxedUnit;
import sectile.explore.Cluster;
import sectile.explore.FigureJson;
import sectile.explore.Job;

/// Points as tasks of one Spark job: each a partition of its own, so that a lost process costs the points it was
/// working on.
final class SparkConnection implements Cluster.Connection {
    /// Files of the working directory that a run uses unasked.
    private static final List<String> UNASKED = List.of("topology.yaml", "ccl.yaml");

    private final JavaSparkContext spark;

    SparkConnection(JavaSparkContext spark) {
        this.spark = spark;
    }

    @Override
    public void measure(List<Job> jobs, Sink sink) {
        String directory = Path.of("").toAbsolutePath().toString();
        List<Point> points = new ArrayList<>();
        for (Job job : jobs) {
            points.add(new Point(job.number(), new ArrayList<>(job.words()), directory, usesFiles(job.words())));
        }
        JavaRDD<Point> all = spark.parallelize(points, points.size());
        List<Object> partitions = new ArrayList<>();
        for (int i = 0; i < points.size(); i++) {
            partitions.add(i);
        }
        Tell tell = new Tell(jobs, sink);
        try {
            spark.sc()
                    .runJob(
                            all.rdd(),
                            new Execute(),
                            scala.jdk.javaapi.CollectionConverters.asScala(partitions)
                                    .toSeq(),
                            tell,
                            ClassTag$.MODULE$.apply(String.class));
        } catch (Exception e) {
            tell.check();
            throw new Cluster.Lost(firstLine(e), e);
        }
        tell.check();
    }

    /// What Spark says of a failure continues with the state of all its threads.
    private static String firstLine(Exception e) {
        String text = e.getMessage() == null ? e.toString() : e.getMessage();
        return text.lines().findFirst().orElse("");
    }

    private static boolean usesFiles(List<String> words) {
        List<String> names = new ArrayList<>(UNASKED);
        words.forEach(word -> names.add(word.substring(word.indexOf('=') + 1)));
        return names.stream().anyMatch(SparkConnection::isRelativeFile);
    }

    private static boolean isRelativeFile(String name) {
        try {
            Path path = Path.of(name);
            return !name.isEmpty() && !path.isAbsolute() && Files.exists(path);
        } catch (InvalidPathException e) {
            return false;
        }
    }

    /// What a task does.
    private static final class Execute extends AbstractFunction2<TaskContext, Iterator<Point>, String>
            implements Serializable {
        private static final long serialVersionUID = 1;

        @Override
        public String apply(TaskContext task, Iterator<Point> partition) {
            return partition.next().result();
        }
    }

    /// What happens with each result, one after the other, in the process of the exploration.
    private static final class Tell extends AbstractFunction2<Object, String, BoxedUnit> {
        private final List<Job> jobs;
        private final Sink sink;
        private volatile RuntimeException thrown;

        Tell(List<Job> jobs, Sink sink) {
            this.jobs = jobs;
            this.sink = sink;
        }

        @Override
        public BoxedUnit apply(Object partition, String line) {
            // Spark would take what is thrown here for an error of its own.
            if (thrown == null) {
                try {
                    sink.measured(
                            jobs.get((Integer) partition), FigureJson.read(line).orElseThrow());
                } catch (RuntimeException e) {
                    thrown = e;
                }
            }
            return BoxedUnit.UNIT;
        }

        /// Throws what the sink threw, such as a diagnostic of a formula.
        void check() {
            RuntimeException found = thrown;
            if (found != null) {
                throw found;
            }
        }
    }

    @Override
    public void close() {
        spark.close();
    }
}
