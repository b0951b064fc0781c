package sectile.dist.worker;

/// What every rank does.
@FunctionalInterface
public interface WorkerBody {
    void run(int rank) throws Exception;
}
