package org.rdmadump.cli;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.rdmadump.report.prometheus.PrometheusText;

/**
 * Serves the metrics by HTTP, to GET and HEAD of {@code /metrics} only. It reads a snapshot, so
 * that nobody who asks can hold up the capture: there are four threads, a connection has five
 * seconds for all of it, and more connections than threads are closed at once.
 */
final class MetricsServer implements AutoCloseable {
  private static final String PATH = "/metrics";
  private static final int MOST_AT_ONCE = 4;
  private static final int BACKLOG = 16;
  private static final int MOST_HEAD = 8192;
  private static final int MOST_BODY = 65_536;
  private static final long PATIENCE_MILLIS = 5000;
  private static final long IDLE_SECONDS = 10;

  private final ServerSocket socket;
  private final MetricsSnapshot metrics;
  private final Thread listener = thread(this::accept, "metrics listener");
  private final ThreadPoolExecutor workers =
      new ThreadPoolExecutor(
          0,
          MOST_AT_ONCE,
          IDLE_SECONDS,
          TimeUnit.SECONDS,
          new SynchronousQueue<>(),
          task -> thread(task, "metrics"));
  private final ScheduledThreadPoolExecutor deadlines =
      new ScheduledThreadPoolExecutor(1, task -> thread(task, "metrics deadlines"));

  private MetricsServer(ServerSocket socket, MetricsSnapshot metrics) {
    this.socket = socket;
    this.metrics = metrics;
    deadlines.setRemoveOnCancelPolicy(true);
  }

  private static Thread thread(Runnable task, String name) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    return thread;
  }

  /**
   * Begins to listen.
   *
   * @throws CommandFailure if that is not possible there
   */
  static MetricsServer start(ListenAddress address, MetricsSnapshot metrics) throws CommandFailure {
    try {
      ServerSocket socket = new ServerSocket();
      try {
        socket.setReuseAddress(true);
        socket.bind(address.socket(), BACKLOG);
      } catch (IOException e) {
        socket.close();
        throw e;
      }
      MetricsServer server = new MetricsServer(socket, metrics);
      server.listener.start();
      return server;
    } catch (IOException e) {
      throw CommandFailure.unwritable(
          CommandOption.METRICS_LISTEN.display() + " " + address.text() + ": " + Inputs.reason(e),
          e);
    }
  }

  /** {@return where the metrics are} */
  String url() {
    String host = socket.getInetAddress().getHostAddress();
    try {
      // It puts IPv6 addresses into brackets.
      return new URI("http", null, host, socket.getLocalPort(), PATH, null, null).toString();
    } catch (URISyntaxException e) {
      throw new IllegalStateException("an address is a host", e);
    }
  }

  private void accept() {
    while (!socket.isClosed()) {
      try {
        Socket client = socket.accept();
        try {
          workers.execute(() -> serve(client));
        } catch (RejectedExecutionException e) {
          client.close();
        }
      } catch (IOException e) {
        pause();
      }
    }
  }

  /** A process without a free descriptor is not to spin. */
  private void pause() {
    try {
      if (!socket.isClosed()) {
        Thread.sleep(100);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void serve(Socket client) {
    Future<?> deadline =
        deadlines.schedule(() -> closeQuietly(client), PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
    try (client) {
      InputStream in = new BufferedInputStream(client.getInputStream());
      OutputStream out = client.getOutputStream();
      out.write(answer(head(in)));
      out.flush();
      client.shutdownOutput();
      // What is not read when a socket is closed would take the answer along.
      byte[] unused = in.readNBytes(MOST_BODY);
    } catch (IOException e) {
      // Whoever asked has gone, or was too slow.
    } finally {
      deadline.cancel(/* mayInterruptIfRunning= */ false);
    }
  }

  private static void closeQuietly(Socket client) {
    try {
      client.close();
    } catch (IOException e) {
      // It is not used any more.
    }
  }

  /** Reads up to the empty line; what is longer, or ends before, is cut. */
  private static String head(InputStream in) throws IOException {
    StringBuilder head = new StringBuilder();
    int next = in.read();
    while (next >= 0 && head.length() < MOST_HEAD) {
      head.append((char) next);
      if (head.length() > 1 && (endsWith(head, "\r\n\r\n") || endsWith(head, "\n\n"))) {
        return head.toString();
      }
      next = in.read();
    }
    return head.toString();
  }

  private static boolean endsWith(StringBuilder text, String end) {
    int from = text.length() - end.length();
    return from >= 0 && text.indexOf(end, from) == from;
  }

  private byte[] answer(String head) {
    if (head.length() >= MOST_HEAD) {
      return answer("431 Request Header Fields Too Large", "", true);
    }
    int end = head.indexOf('\n');
    String[] words = (end < 0 ? "" : head.substring(0, end).strip()).split(" ", -1);
    if (words.length != 3 || !words[2].startsWith("HTTP/1.") || !words[1].startsWith("/")) {
      return answer("400 Bad Request", "", true);
    }
    int query = words[1].indexOf('?');
    String path = query < 0 ? words[1] : words[1].substring(0, query);
    boolean isHead = words[0].equals("HEAD");
    if (!path.equals(PATH)) {
      return answer("404 Not Found", "", !isHead);
    }
    if (!isHead && !words[0].equals("GET")) {
      return answer("405 Method Not Allowed", "Allow: GET, HEAD\r\n", true);
    }
    byte[] text = metrics.text();
    return text.length == 0
        ? answer("503 Service Unavailable", "Retry-After: 1\r\n", !isHead)
        : answer("200 OK", PrometheusText.CONTENT_TYPE, text, "", !isHead);
  }

  /** An answer that says in its body what its status says. */
  private static byte[] answer(String status, String header, boolean hasBody) {
    byte[] body = (status + "; metrics are at " + PATH + "\n").getBytes(StandardCharsets.UTF_8);
    return answer(status, "text/plain; charset=utf-8", body, header, hasBody);
  }

  private static byte[] answer(
      String status, String type, byte[] body, String header, boolean hasBody) {
    byte[] head =
        ("HTTP/1.1 "
                + status
                + "\r\nContent-Type: "
                + type
                + "\r\nContent-Length: "
                + body.length
                + "\r\n"
                + header
                + "Connection: close\r\n\r\n")
            .getBytes(StandardCharsets.UTF_8);
    byte[] all = new byte[head.length + (hasBody ? body.length : 0)];
    System.arraycopy(head, 0, all, 0, head.length);
    System.arraycopy(body, 0, all, head.length, all.length - head.length);
    return all;
  }

  /** Stops listening; answers under way are given up. */
  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      // It is not used any more.
    }
    workers.shutdownNow();
    deadlines.shutdownNow();
    try {
      // As long as it waits for clients, the kernel takes them.
      listener.join(PATIENCE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
