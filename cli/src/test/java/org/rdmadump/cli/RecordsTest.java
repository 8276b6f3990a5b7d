package org.rdmadump.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.rdmadump.bytes.Rope;
import org.rdmadump.net.IpAddress;
import org.rdmadump.rdma.Endpoint;
import org.rdmadump.rdma.Lane;
import org.rdmadump.rdma.Recognition;
import org.rdmadump.rdma.SettledBy;
import org.rdmadump.rdma.Transport;
import org.rdmadump.report.RecordWriter;
import org.rdmadump.rpcrdma.Direction;
import org.rdmadump.rpcrdma.MessageContent;
import org.rdmadump.rpcrdma.MessageOutline;
import org.rdmadump.rpcrdma.MessageRoute;
import org.rdmadump.rpcrdma.NvmeExchange;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.RpcRdmaHeader;
import org.rdmadump.rpcrdma.StreamLayout;

class RecordsTest {
  private static final Endpoint END =
      new Endpoint(IpAddress.ofIpv4(0xc0000201), OptionalInt.empty());
  private static final RpcExchange EXCHANGE =
      new RpcExchange(
          7, 1, Optional.of(message(1)), Optional.empty(), Optional.empty(), List.of(), List.of());

  private final List<String> printed = new ArrayList<>();

  @Test
  void shouldPrintNoMoreMessagesThanAskedFor() {
    Records records = new Records(Optional.of(new Recorder()), false, 2);
    for (int i = 1; i <= 3; i++) {
      assertThat(records.full()).isEqualTo(i == 3);
      records.message(message(i));
      records.exchange(EXCHANGE);
    }

    assertThat(printed).containsExactly("message 1", "message 2");
  }

  @Test
  void shouldPrintNoMoreExchangesThanAskedFor() {
    Records records = new Records(Optional.of(new Recorder()), true, 1);
    records.message(message(1));
    records.exchange(EXCHANGE);
    records.exchange(EXCHANGE);

    assertThat(printed).containsExactly("exchange 7");
  }

  @Test
  void shouldCountWithoutPrinting() {
    Records records = new Records(Optional.empty(), false, 1);
    records.message(message(1));

    assertThat(records.full()).isTrue();
  }

  @Test
  void shouldCarryAFailureToWriteThroughTheDecoder() {
    RecordWriter failing =
        new Recorder() {
          @Override
          public void message(RpcMessage message) throws IOException {
            throw new IOException("full");
          }
        };
    Records records = new Records(Optional.of(failing), false, 1);

    assertThatThrownBy(() -> records.message(message(1)))
        .isInstanceOf(OutputFailure.class)
        .hasRootCauseMessage("full");
  }

  private static RpcMessage message(long number) {
    return new RpcMessage(
        new MessageOutline(
            number,
            1,
            1,
            1,
            0,
            0,
            0,
            new MessageRoute(
                0, Transport.ROCEV2, Lane.USUAL, 1, Recognition.CM, Direction.FORWARD, END, END),
            new RpcRdmaHeader(7, 1, 1, 0, Optional.empty(), 28, false, false),
            true,
            SettledBy.EVIDENCE,
            1,
            28,
            OptionalInt.empty(),
            Optional.empty(),
            StreamLayout.INLINE),
        List.of(),
        List.of(),
        Optional.empty(),
        List.of(),
        List.of(),
        Optional.empty(),
        Rope.empty(),
        List.of(),
        MessageContent.NOTHING);
  }

  private class Recorder implements RecordWriter {
    @Override
    public void begin() {}

    @Override
    public void message(RpcMessage message) throws IOException {
      printed.add("message " + message.number());
    }

    @Override
    public void nvme(NvmeExchange exchange) {}

    @Override
    public void exchange(RpcExchange exchange) {
      printed.add("exchange " + exchange.xid());
    }

    @Override
    public void flush() {}

    @Override
    public void end() {}
  }
}
