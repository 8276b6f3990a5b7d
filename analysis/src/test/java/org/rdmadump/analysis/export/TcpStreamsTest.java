package org.rdmadump.analysis.export;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.rdmadump.rpcrdma.Direction;

class TcpStreamsTest {
  private final TcpStreams streams = new TcpStreams();

  @Test
  void shouldNameTheConnectionInThePort() {
    assertThat(TcpStreams.clientPort(1)).isEqualTo(50_001);
    assertThat(TcpStreams.clientPort(22)).isEqualTo(50_022);
    assertThat(TcpStreams.clientPort(6_999)).isEqualTo(56_999);
  }

  @Test
  void shouldLeaveOutThePortOfAnotherProtocol() {
    assertThat(TcpStreams.clientPort(7_000)).isEqualTo(57_001);
  }

  @Test
  void shouldKeepConnectionsApartUntilPortsAreUsedUp() {
    Set<Integer> ports = new HashSet<>();
    for (int connection = 1; connection <= 15_534; connection++) {
      ports.add(TcpStreams.clientPort(connection));
    }
    assertThat(ports).hasSize(15_534).allMatch(port -> port > 50_000 && port <= 65_535);
    assertThat(TcpStreams.clientPort(15_535)).isEqualTo(50_001);
    assertThat(TcpStreams.clientPort(Integer.MAX_VALUE)).isBetween(50_001, 65_535);
  }

  @Test
  void shouldCountEachDirectionOfEachConnection() {
    streams.advance(1, Direction.FORWARD, 100);
    streams.advance(1, Direction.BACKWARD, 7);
    streams.advance(2, Direction.FORWARD, 1000);

    assertThat(streams.sequence(1, Direction.FORWARD)).isEqualTo(101);
    assertThat(streams.sequence(1, Direction.BACKWARD)).isEqualTo(8);
    assertThat(streams.sequence(2, Direction.FORWARD)).isEqualTo(1001);
    assertThat(streams.sequence(2, Direction.BACKWARD)).isEqualTo(1);
  }

  @Test
  void shouldGoOnWhereAPortBeginsAgain() {
    streams.advance(1, Direction.FORWARD, 100);

    assertThat(streams.sequence(15_535, Direction.FORWARD)).isEqualTo(101);
  }
}
