package org.rdmadump.spark;

import java.io.ByteArrayInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FSInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.util.Progressable;

/**
 * An object store, as {@code stored://bucket/key}: whole objects in memory, folders by their
 * prefix, no writing. It can fail in the middle of an object, and counts streams that are open.
 */
public final class StoredFiles extends FileSystem {
  /** Objects by their keys, with the leading slash. */
  static final Map<String, byte[]> OBJECTS = new ConcurrentSkipListMap<>();

  /** Keys of objects that fail in their middle. */
  static final Set<String> FAILING = new ConcurrentSkipListSet<>();

  static final AtomicInteger OPEN = new AtomicInteger();

  private static final long MODIFIED = 1_795_000_000_000L;

  private URI uri = URI.create("stored://bucket");

  @Override
  public void initialize(URI name, Configuration configuration) throws IOException {
    super.initialize(name, configuration);
    uri = URI.create(name.getScheme() + "://" + name.getAuthority());
    setConf(configuration);
  }

  @Override
  public String getScheme() {
    return "stored";
  }

  @Override
  public URI getUri() {
    return uri;
  }

  private static String key(Path path) {
    return path.toUri().getPath();
  }

  @Override
  public FSDataInputStream open(Path path, int bufferSize) throws IOException {
    byte[] object = OBJECTS.get(key(path));
    if (object == null) {
      throw new FileNotFoundException(path.toString());
    }
    OPEN.incrementAndGet();
    return new FSDataInputStream(new Stream(object, FAILING.contains(key(path))));
  }

  @Override
  public FileStatus getFileStatus(Path path) throws IOException {
    String key = key(path);
    byte[] object = OBJECTS.get(key);
    if (object != null) {
      return new FileStatus(object.length, false, 1, object.length, MODIFIED, makeQualified(path));
    }
    if (OBJECTS.keySet().stream().anyMatch(each -> each.startsWith(folder(key)))) {
      return new FileStatus(0, true, 0, 0, MODIFIED, makeQualified(path));
    }
    throw new FileNotFoundException(path.toString());
  }

  private static String folder(String key) {
    return key.endsWith("/") ? key : key + "/";
  }

  @Override
  public FileStatus[] listStatus(Path path) throws IOException {
    String folder = folder(key(path));
    List<FileStatus> found = new ArrayList<>();
    List<String> names = new ArrayList<>();
    for (String each : OBJECTS.keySet()) {
      if (each.startsWith(folder)) {
        String name = each.substring(folder.length()).replaceFirst("/.*", "");
        if (!names.contains(name)) {
          names.add(name);
          found.add(getFileStatus(new Path(path, name)));
        }
      }
    }
    return found.toArray(FileStatus[]::new);
  }

  @Override
  public FSDataOutputStream create(
      Path path,
      FsPermission permission,
      boolean overwrite,
      int bufferSize,
      short replication,
      long blockSize,
      Progressable progress)
      throws IOException {
    throw new IOException("read only");
  }

  @Override
  public FSDataOutputStream append(Path path, int bufferSize, Progressable progress)
      throws IOException {
    throw new IOException("read only");
  }

  @Override
  public boolean rename(Path from, Path to) {
    return false;
  }

  @Override
  public boolean delete(Path path, boolean recursive) {
    return false;
  }

  @Override
  public void setWorkingDirectory(Path folder) {
    // There is none.
  }

  @Override
  public Path getWorkingDirectory() {
    return new Path(uri.toString() + "/");
  }

  @Override
  public boolean mkdirs(Path path, FsPermission permission) {
    return false;
  }

  /** Delivers an object, or its first half. */
  private static final class Stream extends FSInputStream {
    private final ByteArrayInputStream bytes;
    private final int length;
    private final boolean fails;
    private boolean closed;

    Stream(byte[] object, boolean fails) {
      this.bytes = new ByteArrayInputStream(object);
      this.length = object.length;
      this.fails = fails;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int at, int count) throws IOException {
      if (fails && bytes.available() < length / 2) {
        throw new IOException("connection reset by the store");
      }
      return bytes.read(into, at, count);
    }

    @Override
    public void seek(long position) throws IOException {
      throw new IOException("captures are read from their beginning to their end");
    }

    @Override
    public long getPos() {
      return (long) length - bytes.available();
    }

    @Override
    public boolean seekToNewSource(long target) {
      return false;
    }

    @Override
    public void close() {
      if (!closed) {
        closed = true;
        OPEN.decrementAndGet();
      }
    }
  }
}
