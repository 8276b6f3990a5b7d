package org.rdmadump.analysis.stats;

import org.rdmadump.nfs.FilePath;
import org.rdmadump.nfs.NfsData;

/** Calls about one file, or about the files of one directory; repeats are not counted. */
public final class FileStats {
  private final String server;
  private final FilePath path;
  private final Durations latency = new Durations(/* packed= */ true);
  private long calls;
  private long failed;
  private long readBytes;
  private long writtenBytes;

  FileStats(String server, FilePath path) {
    this.server = server;
    this.path = path;
  }

  void call() {
    calls++;
  }

  void fail() {
    failed++;
  }

  void waited(long nanos) {
    latency.add(nanos);
  }

  void moved(NfsData data) {
    readBytes += data.read();
    writtenBytes += data.written();
  }

  /** {@return address of its server} */
  public String server() {
    return server;
  }

  /** {@return the path by which the calls were about it} */
  public FilePath path() {
    return path;
  }

  /** {@return calls} */
  public long calls() {
    return calls;
  }

  /** {@return calls of which an answer says that they went wrong, RDMA_ERROR included} */
  public long failed() {
    return failed;
  }

  /** {@return bytes of its data that READs returned} */
  public long readBytes() {
    return readBytes;
  }

  /** {@return bytes of its data that the server took from WRITEs} */
  public long writtenBytes() {
    return writtenBytes;
  }

  /** {@return from the first frame of a call's Send to the last of its reply's} */
  public Durations latency() {
    return latency;
  }
}
