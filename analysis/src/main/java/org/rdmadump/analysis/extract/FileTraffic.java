package org.rdmadump.analysis.extract;

/** What moved of one file. */
final class FileTraffic {
  private final Node node;
  private final int connection;
  private long reads;
  private long readBytes;
  private long writes;
  private long writtenBytes;
  private long failed;
  private long firstNanos = Long.MAX_VALUE;
  private long lastNanos = Long.MIN_VALUE;

  FileTraffic(Node node, int connection) {
    this.node = node;
    this.connection = connection;
  }

  void take(FileEvent.Data event, long nanos) {
    if (event instanceof FileEvent.Read read) {
      reads += read.goesOn() ? 0 : 1;
      readBytes += read.data().length();
    } else if (event instanceof FileEvent.ReadHole hole) {
      reads += hole.goesOn() ? 0 : 1;
    } else if (event instanceof FileEvent.Wrote wrote) {
      writes++;
      writtenBytes += wrote.data().length();
    } else if (event instanceof FileEvent.WroteUnanswered wrote) {
      writes++;
      writtenBytes += wrote.data().length();
    } else if (event instanceof FileEvent.WriteFailed) {
      failed++;
    } else {
      return;
    }
    firstNanos = Math.min(firstNanos, nanos);
    lastNanos = Math.max(lastNanos, nanos);
  }

  boolean hasMoved() {
    return reads + writes + failed > 0;
  }

  MovedFile file() {
    return new MovedFile(
        connection,
        node.server(),
        node.handle().map(known -> known.handle().hash()),
        node.wholePath(),
        reads,
        readBytes,
        writes,
        writtenBytes,
        failed,
        firstNanos,
        lastNanos);
  }
}
