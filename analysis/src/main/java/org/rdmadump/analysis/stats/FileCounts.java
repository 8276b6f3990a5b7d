package org.rdmadump.analysis.stats;

import java.util.Optional;
import java.util.OptionalLong;
import org.rdmadump.net.IpAddress;
import org.rdmadump.nfs.FileNames;
import org.rdmadump.nfs.FilePath;
import org.rdmadump.nfs.Nfs4Compound;
import org.rdmadump.nfs.NfsData;
import org.rdmadump.rpcrdma.MessageContent;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.xdr.decode.XdrContent;

/**
 * Counts calls by the path of the file that they are about, as it was known when they were
 * answered: of a compound that of its main operation. Data count to the file of their READ or
 * WRITE.
 */
final class FileCounts {
  /** Files told apart, some 3 KiB each. */
  static final int MOST_FILES = 1024;

  /** Directories told apart, likewise. */
  static final int MOST_DIRECTORIES = 512;

  private final FileTable files = new FileTable(MOST_FILES);
  private final FileTable directories = new FileTable(MOST_DIRECTORIES);

  /**
   * Counts a call, or its reply, or both.
   *
   * @param server where the files are
   * @param isCall whether the call is counted, and no repeat
   * @param isFailed whether the answer says that it went wrong
   */
  void add(RpcExchange exchange, IpAddress server, boolean isCall, boolean isFailed) {
    Optional<RpcMessage> reply = exchange.reply();
    FileNames names = exchange.names();
    if (names.isEmpty()) {
      return;
    }
    Optional<FilePath> path = names.path();
    if (path.isPresent()) {
      // As for operations, an RDMA_ERROR has none here.
      boolean replied = reply.isPresent() && reply.get().rpc().isPresent();
      OptionalLong latency = replied ? exchange.latencyNanos() : OptionalLong.empty();
      count(files.of(server, path.get()), latency, isCall, isFailed);
      Optional<FilePath> directory = path.get().directory();
      if (directory.isPresent()) {
        count(directories.of(server, directory.get()), latency, isCall, isFailed);
      }
    }
    if (reply.isPresent()) {
      // Of a compound that failed, what went before was done.
      data(server, names, reply.get().content());
    }
  }

  private static void count(
      FileStats stats, OptionalLong latency, boolean isCall, boolean isFailed) {
    if (isCall) {
      stats.call();
    }
    if (isFailed) {
      stats.fail();
    }
    if (latency.isPresent()) {
      stats.waited(latency.getAsLong());
    }
  }

  private void data(IpAddress server, FileNames names, MessageContent reply) {
    MessageContent call = reply.call().orElse(null);
    if (call == null) {
      return;
    }
    Nfs4Compound asked = call.compound().orElse(null);
    Nfs4Compound done = reply.compound().orElse(null);
    if (asked != null && done != null) {
      for (int i = 0; i < Math.min(asked.count(), done.count()); i++) {
        moved(server, names.path(i), NfsData.of(asked.operation(i), done.operation(i)));
      }
      return;
    }
    XdrContent arguments = call.body().orElse(null);
    XdrContent results = reply.body().orElse(null);
    // Only READ and WRITE need trees of values.
    if (arguments != null && results != null && NfsData.isMovedBy(arguments.field().type())) {
      moved(server, names.path(0), NfsData.of(arguments.tree(), results.tree()));
    }
  }

  private void moved(IpAddress server, Optional<FilePath> path, NfsData data) {
    if (path.isPresent() && data.isAny()) {
      files.of(server, path.get()).moved(data);
      Optional<FilePath> directory = path.get().directory();
      if (directory.isPresent()) {
        directories.of(server, directory.get()).moved(data);
      }
    }
  }

  /** {@return what was counted by file} */
  FileUse files() {
    return files.use();
  }

  /** {@return what was counted by directory, of the files that are in it} */
  FileUse directories() {
    return directories.use();
  }
}
