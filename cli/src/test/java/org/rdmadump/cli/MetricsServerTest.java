package org.rdmadump.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the server of metrics answers, and whom it does not wait for. */
@Timeout(value = 60, unit = SECONDS)
class MetricsServerTest {
  private final MetricsSnapshot metrics = new MetricsSnapshot();
  private MetricsServer server;
  private int port;

  @BeforeEach
  void aServerOfOneMetric() throws CommandFailure {
    metrics.set("up 1\n".getBytes(UTF_8));
    server = MetricsServer.start(ListenAddress.of("0"), metrics);
    port = URI.create(server.url()).getPort();
  }

  @AfterEach
  void close() {
    server.close();
  }

  private String answer(String request) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.getOutputStream().write(request.getBytes(UTF_8));
      return new String(socket.getInputStream().readAllBytes(), UTF_8);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "GET /metrics?name=up HTTP/1.0\r\n\r\n",
        "GET /metrics HTTP/1.1\nHost: localhost\n\n"
      })
  void shouldAnswerWithTheMetrics(String request) throws IOException {
    assertThat(answer(request))
        .startsWith("HTTP/1.1 200 OK\r\n")
        .contains("\r\nContent-Type: text/plain; version=0.0.4; charset=utf-8\r\n")
        .contains("\r\nContent-Length: 5\r\n")
        .contains("\r\nConnection: close\r\n")
        .endsWith("\r\n\r\nup 1\n");
  }

  @Test
  void shouldAnswerAHeadWithoutBody() throws IOException {
    assertThat(answer("HEAD /metrics HTTP/1.1\r\n\r\n"))
        .startsWith("HTTP/1.1 200 OK\r\n")
        .contains("\r\nContent-Length: 5\r\n")
        .endsWith("\r\n\r\n");
  }

  @ParameterizedTest
  @CsvSource({
    "GET / HTTP/1.1, 404 Not Found",
    "GET /metrics/ HTTP/1.1, 404 Not Found",
    "GET /../etc/passwd HTTP/1.1, 404 Not Found",
    "POST /metrics HTTP/1.1, 405 Method Not Allowed",
    "DELETE /metrics HTTP/1.1, 405 Method Not Allowed",
    "GET http://localhost/metrics HTTP/1.1, 400 Bad Request",
    "GET /metrics, 400 Bad Request",
    "GET /metrics SSH-2.0, 400 Bad Request",
    "'', 400 Bad Request",
  })
  void shouldRefuseAllElse(String line, String status) throws IOException {
    assertThat(answer(line + "\r\n\r\n"))
        .startsWith("HTTP/1.1 " + status + "\r\n")
        .contains("\r\nConnection: close\r\n")
        .doesNotContain("up 1");
  }

  @Test
  void shouldSayThatThereAreNoMetricsBeforeTheFirstAreTaken() throws IOException {
    metrics.set(new byte[0]);

    assertThat(answer("GET /metrics HTTP/1.1\r\n\r\n"))
        .startsWith("HTTP/1.1 503 Service Unavailable\r\n")
        .contains("\r\nRetry-After: 1\r\n");
  }

  @Test
  void shouldSayWhichMethodsThereAre() throws IOException {
    assertThat(answer("PUT /metrics HTTP/1.1\r\nContent-Length: 3\r\n\r\nabc"))
        .contains("\r\nAllow: GET, HEAD\r\n");
  }

  @Test
  void shouldNotReadARequestWithoutEnd() throws IOException {
    assertThat(answer("GET /metrics HTTP/1.1\r\nX: " + "x".repeat(9000)))
        .startsWith("HTTP/1.1 431 ");
  }

  @Test
  void shouldGiveUpWhoDoesNotAskAndNotServeMoreThanAFewAtOnce() throws Exception {
    List<Socket> silent = new ArrayList<>();
    long start = System.nanoTime();
    for (int i = 0; i < 4; i++) {
      silent.add(new Socket(InetAddress.getLoopbackAddress(), port));
      silent.get(i).getOutputStream().write('G');
    }
    // All threads wait: whoever comes now is turned away at once.
    Thread.sleep(500);
    try (Socket more = new Socket(InetAddress.getLoopbackAddress(), port)) {
      assertThat(more.getInputStream().read()).isEqualTo(-1);
    }
    assertThat(System.nanoTime() - start).isLessThan(SECONDS.toNanos(4));

    for (Socket each : silent) {
      assertThat(each.getInputStream().read()).isEqualTo(-1);
      each.close();
    }

    assertThat(System.nanoTime() - start).isLessThan(SECONDS.toNanos(10));
    assertThat(answer("GET /metrics HTTP/1.1\r\n\r\n")).endsWith("up 1\n");
  }

  @Test
  void shouldGiveUpWhoDoesNotReadTheAnswer() throws Exception {
    metrics.set(new byte[64 << 20]);
    long start = System.nanoTime();
    try (Socket slow = new Socket(InetAddress.getLoopbackAddress(), port)) {
      slow.getOutputStream().write("GET /metrics HTTP/1.1\r\n\r\n".getBytes(UTF_8));
      Thread.sleep(6000);

      long read = 0;
      byte[] buffer = new byte[1 << 16];
      try {
        int count = slow.getInputStream().read(buffer);
        while (count >= 0) {
          read += count;
          count = slow.getInputStream().read(buffer);
        }
      } catch (IOException e) {
        // The connection was reset.
      }

      assertThat(read).isLessThan(64 << 20);
    }
    assertThat(System.nanoTime() - start).isLessThan(SECONDS.toNanos(20));
  }

  @Test
  void shouldSayThatItCannotListenThere() {
    assertThatThrownBy(() -> MetricsServer.start(ListenAddress.of("127.0.0.1:" + port), metrics))
        .isInstanceOfSatisfying(
            CommandFailure.class, e -> assertThat(e.status()).isEqualTo(ExitStatus.OUTPUT))
        .hasMessageStartingWith("--metrics-listen 127.0.0.1:" + port + ": Address already in use");
  }

  @Test
  void shouldNotListenOnceItIsClosed() {
    server.close();

    assertThatThrownBy(() -> answer("GET /metrics HTTP/1.1\r\n\r\n"))
        .isInstanceOf(IOException.class);
  }
}
