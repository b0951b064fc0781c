package sectile.spark;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;
import sectile.explore.Cluster;

/// `--on spark`, `--on spark://HOST:PORT`, `--on spark:MASTER`
public final class SparkCluster implements Cluster {
    private static final int CONNECT_MS = 5_000;
    private static final int TRIES_OF_A_POINT = 8;

    @Override
    public String name() {
        return "spark";
    }

    @Override
    public Connection connect(String address, int jobs) throws Unreachable {
        SparkConf conf = new SparkConf()
                .setAppName("sectile explore")
                .set("spark.ui.enabled", "false")
                .set("spark.task.maxFailures", Integer.toString(TRIES_OF_A_POINT))
                .set("spark.log.structuredLogging.enabled", "false");
        if (address.isEmpty()) {
            // Under spark-submit the master is its.
            conf.setIfMissing("spark.master", "local[" + jobs + "]");
        } else {
            conf.setMaster(address.startsWith("//") ? "spark:" + address : address);
        }
        String master = conf.get("spark.master");
        if (master.startsWith("spark://")) {
            knock(master);
        }
        if (!master.startsWith("local[") && !master.equals("local")) {
            // Those of spark-submit stay.
            conf.setIfMissing("spark.jars", System.getProperty("sectile.spark.jars", ""));
            conf.setIfMissing(
                    "spark.executor.extraJavaOptions",
                    "--add-exports java.base/jdk.internal.vm=ALL-UNNAMED --enable-native-access=ALL-UNNAMED"
                            + " -XX:+UseSerialGC");
        }
        try {
            return new SparkConnection(new JavaSparkContext(conf));
        } catch (Exception e) {
            throw new Unreachable(master + ": " + e.getMessage());
        }
    }

    /// Spark itself would try for minutes.
    private static void knock(String master) throws Unreachable {
        // Several masters may be named.
        List<String> problems = new ArrayList<>();
        for (String each : master.substring("spark://".length()).split(",", -1)) {
            try (Socket socket = new Socket()) {
                URI uri = URI.create("spark://" + each);
                if (uri.getHost() == null || uri.getPort() < 0) {
                    throw new Unreachable(master + " is not spark://HOST:PORT");
                }
                socket.connect(new InetSocketAddress(uri.getHost(), uri.getPort()), CONNECT_MS);
                return;
            } catch (IllegalArgumentException e) {
                throw new Unreachable(master + " is not spark://HOST:PORT");
            } catch (IOException e) {
                problems.add(each + ": " + e.getMessage());
            }
        }
        throw new Unreachable("no Spark master answers at " + String.join(", ", problems));
    }
}
