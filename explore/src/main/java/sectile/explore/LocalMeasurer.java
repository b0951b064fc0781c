package sectile.explore;

import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;

/// Executes points in this process, several at a time.
public final class LocalMeasurer implements Measurer {
    private final Function<List<String>, Measured> runner;
    private final int threads;

    /// @param runner executes one command line; several threads call it
    public LocalMeasurer(Function<List<String>, Measured> runner, int threads) {
        this.runner = runner;
        this.threads = threads;
    }

    private record Done(Job job, Measured result) {}

    @Override
    public void measure(List<Job> jobs, Sink sink) {
        ExecutorService pool = Executors.newFixedThreadPool(
                Math.max(1, Math.min(threads, jobs.size())),
                Thread.ofPlatform().name("explore-", 0).daemon(true).factory());
        try {
            var completion = new ExecutorCompletionService<Done>(pool);
            for (Job job : jobs) {
                completion.submit(() -> new Done(job, runner.apply(job.words())));
            }
            for (int i = 0; i < jobs.size(); i++) {
                Future<Done> next = completion.take();
                Done done = next.get();
                sink.measured(done.job, done.result);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        } catch (ExecutionException e) {
            switch (e.getCause()) {
                case RuntimeException thrown -> throw thrown;
                case Error thrown -> throw thrown;
                case null, default -> throw new IllegalStateException(e);
            }
        } finally {
            pool.shutdownNow();
        }
    }
}
