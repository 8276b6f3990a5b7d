package org.rdmadump.nfstest;

import java.io.IOException;
import java.nio.file.Path;
import org.rdmadump.CaptureCursor;
import org.rdmadump.RdmaCapture;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.RpcSummary;

/** Captures of both transports, and messages of theirs. */
final class Samples {
  static final Path CAPTURES = Path.of("..", "testdata", "captures");
  static final Path ROCE = CAPTURES.resolve("rocev2/rocev2-nfs41-any-nano.pcap");
  static final Path IWARP = CAPTURES.resolve("iwarp/iwarp-nfs41-crc.pcap");
  static final Path SEVERAL = CAPTURES.resolve("rocev2/rocev2-mixed-versions.pcap");
  static final Path WITHOUT_NAMES = CAPTURES.resolve("rocev2/rocev2-nfs41-midstream.pcap");
  static final Path LOSS = CAPTURES.resolve("rocev2/rocev2-nfs41-loss.pcap");
  static final Path DIRECT = CAPTURES.resolve("rocev2/rocev2-nfs41-direct.pcap");

  private Samples() {}

  static RdmaCapture whole(Path file) throws IOException {
    return RdmaCapture.builder().file(file).keepBytes(true).keepFragments(true).open();
  }

  static RpcExchange exchange(Path file, String expression) throws IOException {
    try (RdmaCapture capture = whole(file);
        CaptureCursor cursor = capture.cursor()) {
      return cursor.exchange(cursor.match(expression).orElseThrow()).orElseThrow();
    }
  }

  static RpcExchange write(Path file) throws IOException {
    return exchange(file, "nfs.op == WRITE && nfs.data.length == 100000");
  }

  static RpcExchange read(Path file) throws IOException {
    return exchange(file, "nfs.op == READ && nfs.data.length == 9001");
  }

  static RpcExchange readdir(Path file) throws IOException {
    return exchange(file, "nfs.op == READDIR");
  }

  static RpcMessage call(RpcExchange exchange) {
    return exchange.call().orElseThrow();
  }

  static RpcMessage reply(RpcExchange exchange) {
    return exchange.reply().orElseThrow();
  }

  static RpcSummary rpc(RpcMessage message) {
    return message.rpc().orElseThrow();
  }
}
