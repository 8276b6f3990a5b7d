package org.rdmadump.rpcrdma.truth;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.rdma.RequestKind;
import org.rdmadump.rdma.Service;
import org.rdmadump.rpcrdma.Direction;
import org.rdmadump.rpcrdma.build.RealCaptures;
import org.rdmadump.rpcrdma.build.Unrelated;
import org.rdmadump.rpcrdma.build.Unrelated.Requests;

/**
 * Counts of requests against what the programs were asked to do while the captures were taken: each
 * line of a client in {@code workload.txt} names the program, the number of requests, and their
 * size.
 */
class VerbsGroundTruthTest {
  private static final Pattern CLIENT = Pattern.compile("\\S+ client rc=0  (.*)");
  private static final int RPING_SEND = 16;

  /** What ucmatose sends unless it is told otherwise. */
  private static final int UCMATOSE_COUNT = 10;

  private static final int UCMATOSE_SIZE = 100;

  /** What a program did: so many requests, all of one size. */
  private record Asked(RequestKind kind, Direction direction, long count, long size) {
    private boolean isBy(Requests found) {
      return found.kind() == kind
          && found.direction() == direction
          && found.tally().count() == count
          && found.tally().sizes().least() == size
          && found.tally().sizes().greatest() == size;
    }
  }

  private static List<Asked> asked(String name) throws IOException {
    List<Asked> asked = new ArrayList<>();
    try (Stream<String> lines = Files.lines(RealCaptures.file("verbs/" + name + ".workload.txt"))) {
      lines
          .map(CLIENT::matcher)
          .filter(Matcher::matches)
          .forEach(line -> asked.addAll(by(line.group(1))));
    }
    return asked;
  }

  private static List<Asked> by(String command) {
    String program = command.substring(0, command.indexOf(' '));
    Direction client = Direction.FORWARD;
    return switch (program) {
      case "ib_send_bw" -> List.of(perftest(RequestKind.SEND, command));
      case "ib_write_bw" -> List.of(perftest(RequestKind.WRITE, command));
      case "ib_read_bw" -> List.of(perftest(RequestKind.READ, command));
      case "ib_atomic_bw" ->
          List.of(
              perftest(
                  command.contains("FETCH") ? RequestKind.FETCH_ADD : RequestKind.COMPARE_SWAP,
                  command));
      case "rping" -> {
        // The server reads the client's buffer and writes it back; a Send announces each step.
        long count = number(command, "-C").orElseThrow();
        long size = number(command, "-S").orElseThrow();
        yield List.of(
            new Asked(RequestKind.READ, Direction.BACKWARD, count, size),
            new Asked(RequestKind.WRITE, Direction.BACKWARD, count, size),
            new Asked(RequestKind.SEND, client, 2 * count, RPING_SEND),
            new Asked(RequestKind.SEND, Direction.BACKWARD, 2 * count, RPING_SEND));
      }
      case "ucmatose" -> {
        List<Asked> each = new ArrayList<>();
        for (int i = 0; i < number(command, "-c").orElse(1); i++) {
          each.add(
              new Asked(
                  RequestKind.SEND,
                  client,
                  number(command, "-C").orElseThrow(),
                  number(command, "-S").orElseThrow()));
          each.add(new Asked(RequestKind.SEND, Direction.BACKWARD, UCMATOSE_COUNT, UCMATOSE_SIZE));
        }
        yield each;
      }
      case "udaddy" ->
          List.of(
              new Asked(
                  RequestKind.SEND_IMMEDIATE,
                  client,
                  number(command, "-C").orElseThrow(),
                  number(command, "-S").orElseThrow()));
      default -> throw new IllegalArgumentException(program);
    };
  }

  private static Asked perftest(RequestKind kind, String command) {
    return new Asked(
        kind,
        Direction.FORWARD,
        number(command, "-n").orElseThrow(),
        number(command, "-s").orElse(Long.BYTES));
  }

  private static OptionalInt number(String command, String option) {
    Matcher found = Pattern.compile(" " + option + " (\\d+)").matcher(command);
    return found.find() ? OptionalInt.of(Integer.parseInt(found.group(1))) : OptionalInt.empty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"rxe-perftest", "rxe-rping", "rxe-cm", "siw-perftest", "siw-rping"})
  void shouldCountWhatTheProgramsDid(String name) throws IOException {
    List<Requests> found =
        new ArrayList<>(Unrelated.of(RealCaptures.open("verbs/" + name + ".pcap")).requests());

    List<Asked> missing = new ArrayList<>();
    for (Asked each : asked(name)) {
      if (found.stream().filter(each::isBy).findFirst().map(found::remove).isEmpty()) {
        missing.add(each);
      }
    }

    assertThat(missing).isEmpty();
    // The rest is what the programs of perftest tell each other before and after.
    assertThat(found)
        .allSatisfy(
            rest -> assertThat(rest.tally().sizes().greatest()).as(rest.toString()).isLessThan(64));
    if (!name.endsWith("perftest")) {
      assertThat(found).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"rxe-perftest", "rxe-rping", "siw-perftest", "siw-rping"})
  void shouldFindTheAnswerToEveryRequest(String name) {
    List<Requests> found = Unrelated.of(RealCaptures.open("verbs/" + name + ".pcap")).requests();

    assertThat(found)
        .filteredOn(each -> each.connection().service() == Service.RELIABLE)
        .isNotEmpty()
        .allSatisfy(
            each ->
                assertThat(each.tally().latencies().count())
                    .as(each.toString())
                    .isEqualTo(each.tally().count()));
  }
}
