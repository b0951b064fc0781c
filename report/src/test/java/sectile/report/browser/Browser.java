package sectile.report.browser;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// A headless Chromium with one page, controlled by its debugging protocol.
final class Browser implements AutoCloseable {
    private static final long SECONDS = 60;

    private final Process process;
    private final WebSocket socket;
    private final HttpClient client;
    private final Answers answers;
    private final String session;
    private int calls;

    private Browser(Process process, HttpClient client, String endpoint) throws InterruptedException {
        this.process = process;
        this.client = client;
        this.answers = new Answers();
        this.socket = client.newWebSocketBuilder()
                .buildAsync(URI.create(endpoint), answers)
                .join();
        String targets = call("Target.getTargets", "{}", "");
        String id = Json.find(targets, "\"targetId\":\"([^\"]+)\"[^}]*\"type\":\"page\"");
        String attached = call("Target.attachToTarget", "{\"targetId\":\"" + id + "\",\"flatten\":true}", "");
        session = ",\"sessionId\":\"" + Json.find(attached, "\"sessionId\":\"([^\"]+)\"") + "\"";
        for (String domain : List.of("Runtime", "Log", "Page")) {
            call(domain + ".enable", "{}", session);
        }
    }

    /// The program, if this machine has it.
    static Optional<Path> program() {
        for (String directory : System.getenv().getOrDefault("PATH", "").split(":", -1)) {
            Path file = Path.of(directory, "chromium");
            if (Files.isExecutable(file)) {
                return Optional.of(file);
            }
        }
        return Optional.empty();
    }

    /// Starts it with an empty page.
    ///
    /// @param home a directory that the browser may fill
    static Browser start(Path home) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        program().orElseThrow().toString(),
                        "--headless",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--disable-quic",
                        "--no-first-run",
                        "--disable-background-networking",
                        "--disable-component-update",
                        "--disable-sync",
                        "--remote-debugging-port=0",
                        "--user-data-dir=" + home,
                        "about:blank")
                .redirectErrorStream(true)
                .start();
        try {
            return new Browser(process, HttpClient.newHttpClient(), endpoint(process));
        } catch (IOException | RuntimeException failed) {
            process.destroyForcibly();
            throw failed;
        }
    }

    /// Chromium prints where it listens. What it prints after that is read and thrown away, lest it blocks.
    private static String endpoint(Process process) throws IOException {
        var output = process.inputReader();
        String announced = "DevTools listening on ";
        String line = output.readLine();
        while (line != null && !line.startsWith(announced)) {
            line = output.readLine();
        }
        if (line == null) {
            throw new IOException("chromium ended without listening");
        }
        Thread.ofVirtual().start(() -> {
            try {
                output.lines().forEach(rest -> {});
            } catch (UncheckedIOException _) {
                // It has ended.
            }
        });
        return line.substring(announced.length());
    }

    /// Opens a file in a window of this width, and returns when it has been loaded.
    void open(Path file, int width) throws InterruptedException {
        call(
                "Emulation.setDeviceMetricsOverride",
                "{\"width\":" + width + ",\"height\":1000,\"deviceScaleFactor\":1,\"mobile\":false}",
                session);
        send("Page.navigate", "{\"url\":" + Json.quote(file.toUri().toString()) + "}", session);
        answers.await("\"method\":\"Page.loadEventFired\"");
    }

    /// The value of a JavaScript expression as JSON.
    String evaluate(String expression) throws InterruptedException {
        String wrapped = "(async () => JSON.stringify(await (" + expression + ")))()";
        String answer = call(
                "Runtime.evaluate",
                "{\"awaitPromise\":true,\"returnByValue\":true,\"expression\":" + Json.quote(wrapped) + "}",
                session);
        if (answer.contains("\"exceptionDetails\"")) {
            throw new IllegalStateException(expression + " failed: " + answer);
        }
        return Json.string(answer, "value");
    }

    /// What was printed to the console, and scripts that failed.
    List<String> complaints() {
        return List.copyOf(answers.complaints);
    }

    private int send(String method, String parameters, String target) {
        int id = ++calls;
        socket.sendText(
                        "{\"id\":" + id + ",\"method\":\"" + method + "\",\"params\":" + parameters + target + "}",
                        true)
                .join();
        return id;
    }

    private String call(String method, String parameters, String target) throws InterruptedException {
        return answers.await("{\"id\":" + send(method, parameters, target) + ",");
    }

    @Override
    public void close() {
        try {
            send("Browser.close", "{}", "");
            if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
                throw new IllegalStateException("chromium does not end");
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } finally {
            socket.abort();
            client.shutdownNow();
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    /// Joins messages that come in parts, and keeps complaints.
    private static final class Answers implements WebSocket.Listener {
        private static final List<String> COMPLAINTS =
                List.of("Runtime.exceptionThrown", "Runtime.consoleAPICalled", "Log.entryAdded");

        private final BlockingQueue<String> messages = new LinkedBlockingQueue<>();
        private final List<String> complaints = new CopyOnWriteArrayList<>();
        private final StringBuilder parts = new StringBuilder();

        /// The next message that contains a text; those before it are dropped.
        String await(String text) throws InterruptedException {
            while (true) {
                String message = messages.poll(SECONDS, TimeUnit.SECONDS);
                if (message == null) {
                    throw new IllegalStateException("chromium did not answer with " + text);
                }
                if (message.contains(text)) {
                    return message;
                }
            }
        }

        @Override
        public @Nullable CompletionStage<?> onText(WebSocket socket, CharSequence data, boolean last) {
            parts.append(data);
            if (last) {
                String message = parts.toString();
                parts.setLength(0);
                if (COMPLAINTS.stream().anyMatch(method -> message.startsWith("{\"method\":\"" + method))) {
                    complaints.add(message);
                }
                messages.add(message);
            }
            socket.request(1);
            return null;
        }
    }
}
