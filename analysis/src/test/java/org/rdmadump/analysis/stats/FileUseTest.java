package org.rdmadump.analysis.stats;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.analysis.export.ShippedCaptures;
import org.rdmadump.analysis.extract.MovedFile;
import org.rdmadump.analysis.extract.MovedFiles;
import org.rdmadump.analysis.extract.nfs.NfsFileEvents;
import org.rdmadump.capture.CaptureFile;
import org.rdmadump.capture.FrameSource;
import org.rdmadump.net.IpAddress;
import org.rdmadump.nfs.FilePath;
import org.rdmadump.nfs.NfsData;
import org.rdmadump.rpcrdma.CaptureOptions;
import org.rdmadump.rpcrdma.ConnectionRecord;
import org.rdmadump.rpcrdma.MessageListener;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.build.Nfs41;
import org.rdmadump.rpcrdma.build.Rpc;
import org.rdmadump.rpcrdma.build.RpcConversation;
import org.rdmadump.rpcrdma.build.RpcRdmaBuilder;
import org.rdmadump.rpcrdma.build.Xdr;
import org.rdmadump.rpcrdma.decode.CaptureDecoder;

/** Which files calls were about, and how much of them moved. */
class FileUseTest {
  private static final Path CAPTURES = Path.of("..", "testdata", "captures", "rocev2");
  private static final CaptureOptions WITH_BYTES = new CaptureOptions(false, true, 64L << 20);
  private static final int ROOM = 8;

  private static final int NFS = 100003;
  private static final int LOOKUP3 = 3;
  private static final int WRITE3 = 7;
  private static final int GETATTR = 9;
  private static final int GETFH = 10;
  private static final int LOOKUP = 15;
  private static final int PUTFH = 22;
  private static final int PUTROOTFH = 24;
  private static final int WRITE = 38;
  private static final int DELAY = 10008;
  private static final String HANDLE = "handle of a file";
  private static final int WRITTEN = 100;

  /** Counts a capture by names, and as {@code extract} follows files, which shares no code. */
  private static final class Run implements MessageListener {
    private final Statistics statistics =
        new Statistics(() -> 0L, Optional.empty(), true, Optional.empty());
    private final MovedFiles moved = new MovedFiles();
    private final NfsFileEvents events = new NfsFileEvents(moved);

    StatsReport report(String capture) throws IOException {
      try (FrameSource source = CaptureFile.open(CAPTURES.resolve(capture))) {
        return report(source);
      }
    }

    StatsReport report(FrameSource source) throws IOException {
      CaptureDecoder decoder = new CaptureDecoder(source, WITH_BYTES, this);
      boolean more = true;
      while (more) {
        more = decoder.decodeNext();
      }
      return statistics.report(decoder.finish());
    }

    @Override
    public void opened(ConnectionRecord connection) {
      statistics.opened(connection);
    }

    @Override
    public void message(RpcMessage message) {
      statistics.message(message);
    }

    @Override
    public void exchange(RpcExchange exchange) {
      statistics.exchange(exchange);
      moved.at(exchange, /* isChosen= */ true);
      try {
        events.exchange(exchange);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "rocev2-nfs41-loss.pcap",
        "rocev2-nfs41-delegation.pcap",
        "rocev2-nfs3-dropped-late.pcap",
        "rocev2-nfs41-midstream.pcap",
        "rocev2-mixed-versions.pcap",
        "rocev2-nfs42-xattr.pcap"
      })
  void shouldCountTheBytesThatExtractFindsByTheSamePaths(String capture) throws IOException {
    Run run = new Run();
    StatsReport report = run.report(capture);

    Map<String, List<Long>> counted = new TreeMap<>();
    for (FileStats each : report.files().most()) {
      if (each.readBytes() + each.writtenBytes() > 0) {
        // MOUNT has another name for the root of version 4.
        String path = each.path().text().replace("/export/dir1/", "/dir1/");
        counted.put(path, List.of(each.readBytes(), each.writtenBytes()));
      }
    }
    Map<String, List<Long>> moved = new TreeMap<>();
    for (MovedFile each : run.moved.files()) {
      if (each.bytes() > 0) {
        // It has the last name of a file, a message the one of its time.
        String path = each.path().orElseThrow().replace("basic/middle", "basic/mid");
        moved.put(path, List.of(each.readBytes(), each.writtenBytes()));
      }
    }
    assertThat(moved).isNotEmpty();
    assertThat(counted).isEqualTo(moved);
  }

  @Test
  void shouldCountADirectoryAsAllThatIsInIt() throws IOException {
    StatsReport report = new Run().report("rocev2-mixed-versions.pcap");

    FileStats directory =
        report.directories().most().stream()
            .filter(each -> each.path().text().equals("/export/dir1"))
            .findFirst()
            .orElseThrow();
    List<FileStats> inside =
        report.files().most().stream()
            .filter(each -> each.path().text().startsWith("/export/dir1/"))
            .toList();
    assertThat(inside).hasSizeGreaterThan(1);
    assertThat(directory.calls()).isEqualTo(inside.stream().mapToLong(FileStats::calls).sum());
    assertThat(directory.readBytes())
        .isEqualTo(inside.stream().mapToLong(FileStats::readBytes).sum());
  }

  private final RpcConversation rpc = RpcConversation.connected();

  private void exchange(int xid, Xdr call, Xdr reply) {
    rpc.call(RpcRdmaBuilder.inline(xid, call.message()));
    rpc.reply(RpcRdmaBuilder.inline(xid, reply.message()));
  }

  private void write3(int xid) {
    exchange(
        xid,
        Rpc.call(xid, NFS, 3, WRITE3)
            .string(HANDLE)
            .u64(0)
            .u32(WRITTEN)
            .u32(2)
            .opaque(new byte[WRITTEN]),
        Rpc.reply(xid).u32(0).u32(0).u32(0).u32(WRITTEN).u32(2).u64(0));
  }

  @Test
  void shouldCountWhatARepeatOfAnAnsweredCallIsToldOnce() throws IOException {
    // Given
    exchange(
        1,
        Rpc.call(1, NFS, 3, LOOKUP3).string("directory").string("file"),
        Rpc.reply(1).u32(0).string(HANDLE).u32(0).u32(0));
    write3(2);
    write3(2);

    // When
    StatsReport report = new Run().report(rpc.capture().source());

    // Then
    OperationStats writes =
        report.operations().stream()
            .filter(each -> each.key().operation().equals("WRITE"))
            .findFirst()
            .orElseThrow();
    assertThat(writes.calls()).isEqualTo(1);
    assertThat(writes.sentAgain()).isEqualTo(1);
    assertThat(writes.replies()).isEqualTo(1);
    assertThat(writes.latency().count()).isEqualTo(1);
    FileStats file = report.files().most().get(0);
    assertThat(file.path().filename()).isEqualTo("file");
    assertThat(file.writtenBytes()).isEqualTo(WRITTEN);
  }

  @Test
  void shouldCountTheDataOfACompoundThatFailedBehindThem() throws IOException {
    // Given LOOKUP of a file, then PUTFH, WRITE, and a GETATTR that is put off
    exchange(
        1,
        compound(1, 3).u32(PUTROOTFH).u32(LOOKUP).string("file").u32(GETFH),
        results(1, 0, 3).u32(PUTROOTFH).u32(0).u32(LOOKUP).u32(0).u32(GETFH).u32(0).string(HANDLE));
    exchange(
        2,
        compound(2, 3)
            .u32(PUTFH)
            .string(HANDLE)
            .u32(WRITE)
            .fixed(new byte[16])
            .u64(0)
            .u32(2)
            .opaque(new byte[WRITTEN])
            .u32(GETATTR)
            .u32(0),
        results(2, DELAY, 3)
            .u32(PUTFH)
            .u32(0)
            .u32(WRITE)
            .u32(0)
            .u32(WRITTEN)
            .u32(2)
            .u64(0)
            .u32(GETATTR)
            .u32(DELAY));

    // When
    StatsReport report = new Run().report(rpc.capture().source());

    // Then
    FileStats file = report.files().most().get(0);
    assertThat(file.path().text()).isEqualTo("/file");
    assertThat(file.failed()).isEqualTo(1);
    assertThat(file.writtenBytes()).isEqualTo(WRITTEN);
  }

  private static Xdr compound(int xid, int operations) {
    return Rpc.call(xid, Nfs41.PROGRAM, Nfs41.VERSION, Nfs41.COMPOUND)
        .string("")
        .u32(1)
        .u32(operations);
  }

  private static Xdr results(int xid, int status, int operations) {
    return Rpc.reply(xid).u32(status).string("").u32(operations);
  }

  @Test
  void shouldKeepTheFilesOfWhichMostMovedAndCountTheOthers() throws IOException {
    // Given paths as messages have them
    List<FilePath> paths = new ArrayList<>();
    Path capture = CAPTURES.resolve("rocev2-nfs41-midstream.pcap");
    for (RpcMessage message : ShippedCaptures.messages(capture)) {
      message.content().names().path().ifPresent(paths::add);
    }
    assertThat(paths.stream().distinct()).hasSizeGreaterThan(2 * ROOM);
    FileTable table = new FileTable(ROOM);
    IpAddress server = IpAddress.ofIpv4(1);

    // When more of them are met than there is room for
    for (FilePath path : paths) {
      table.of(server, path).call();
      if (path.filename().equals("big")) {
        table.of(server, path).moved(new NfsData(100, 0));
      }
    }

    // Then
    FileUse use = table.use();
    assertThat(use.most()).hasSizeLessThanOrEqualTo(ROOM);
    assertThat(use.most().get(0).path().filename()).isEqualTo("big");
    assertThat(use.others()).isPositive();
    FileUse first = use.first(1);
    assertThat(first.others()).isEqualTo(use.others() + use.most().size() - 1);
    assertThat(first.most().get(0).calls() + first.otherCalls()).isEqualTo(paths.size());
  }
}
