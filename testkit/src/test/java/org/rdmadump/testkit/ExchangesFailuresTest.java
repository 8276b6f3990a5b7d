package org.rdmadump.testkit;

import static org.rdmadump.testkit.RdmaAssertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.rdmadump.RdmaCapture;

/** What is asserted of a set of exchanges fails where it does not hold, and of an empty one. */
class ExchangesFailuresTest extends FailureTable {
  ExchangesFailuresTest() {
    super("ExchangesAssert");
  }

  @Override
  List<Failure> failures() throws IOException {
    try (RdmaCapture capture = Captures.open("rocev2/rocev2-nfs3-basic.pcap")) {
      Exchanges reads = Exchanges.of(capture).operation("READ");
      Exchanges none = Exchanges.of(capture).operation("MKNOD");
      String nothing = "expected an exchange of operation MKNOD but there is none";
      return List.of(
          Failure.of(
              "hasSize",
              "expected 1 exchange of operation READ but there is ",
              () -> assertThat(reads).hasSize(1)),
          Failure.of(
              "isEmpty",
              "expected 0 exchanges of operation READ but there is ",
              () -> assertThat(reads).isEmpty()),
          Failure.of("isNotEmpty", nothing, () -> assertThat(none).isNotEmpty()),
          Failure.of(
              "isNotEmpty",
              "expected an exchange of file basic/midle && operation WRITE but there is none; the"
                  + " capture names /export/basic/middle, /export/basic/mid, ",
              () ->
                  assertThat(Exchanges.of(capture).onFile("basic/midle").operation("WRITE"))
                      .isNotEmpty()),
          Failure.of(
              "hasSize",
              "but there is 0; the capture names ",
              () -> assertThat(Exchanges.of(capture).onFile("nothing")).hasSize(1)),
          Failure.of(
              "allMatch",
              "for which it is otherwise",
              () -> assertThat(reads).allMatch("call.nfs.offset == 1")),
          Failure.of("allMatch", nothing, () -> assertThat(none).allMatch("call.nfs.offset == 1")),
          Failure.of(
              "noneMatch",
              "expected that nfs.op == READ holds for none of operation READ but there are ",
              () -> assertThat(reads).noneMatch("nfs.op == READ")),
          Failure.of("noneMatch", nothing, () -> assertThat(none).noneMatch("nfs.op == READ")),
          Failure.of(
              "allSatisfy",
              "expected status NFS3ERR_IO but there is NFS3_OK",
              () -> assertThat(reads).allSatisfy(each -> each.hasStatus("NFS3ERR_IO"))),
          Failure.of(
              "allSatisfy",
              nothing,
              () -> assertThat(none).allSatisfy(ExchangeAssert::isComplete)));
    }
  }
}
