package org.rdmadump.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.rdmadump.RdmaCapture;
import org.rdmadump.analysis.extract.ExtractLimits;
import org.rdmadump.analysis.extract.ExtractedFile;
import org.rdmadump.analysis.extract.Extraction;
import org.rdmadump.analysis.extract.FileEvent;
import org.rdmadump.analysis.extract.FileRef;
import org.rdmadump.analysis.extract.Gap;
import org.rdmadump.analysis.extract.OutputFolder;
import org.rdmadump.analysis.extract.ViewReport;
import org.rdmadump.analysis.extract.nfs.NfsFileEvents;
import org.rdmadump.bytes.Rope;
import org.rdmadump.net.IpAddress;
import org.rdmadump.rpcrdma.RpcExchange;

/** The files that NFS moved in a capture, rebuilt as the verb extract does, and its I/O. */
final class CapturedFiles {
  /** Bytes that an array holds. */
  private static final long MOST_BYTES = Integer.MAX_VALUE - 8;

  private final List<ExtractedFile> files = new ArrayList<>();
  private List<ExtractedFile> wanted = List.of();
  private Optional<CapturedFile> content = Optional.empty();
  private final Map<IpAddress, Set<Long>> verifiers = new HashMap<>();
  private Largest read = Largest.NONE;
  private Largest write = Largest.NONE;

  /** The READ or WRITE that moved the most bytes, and where it is. */
  record Largest(long bytes, String place) {
    static final Largest NONE = new Largest(0, "");

    Largest or(Rope data, CharSequence where) {
      return data.length() > bytes ? new Largest(data.length(), where.toString()) : this;
    }

    @Override
    public String toString() {
      return bytes + place;
    }
  }

  /** What helps where {@link #isEvicted}. */
  static final String KEEP_BYTES = "open the capture with keepBytes(true), or with more maxMemory";

  private CapturedFiles() {}

  /** Rebuilds all of them, without their bytes. */
  static CapturedFiles of(RdmaCapture capture) {
    return of(capture, all -> List.of());
  }

  /**
   * Rebuilds all of them; the capture has to keep bytes for that.
   *
   * @param choice which are wanted; if that is one, its bytes are read
   */
  static CapturedFiles of(RdmaCapture capture, UnaryOperator<List<ExtractedFile>> choice) {
    CapturedFiles files = new CapturedFiles();
    try {
      Path folder = Files.createTempDirectory("rdmadump-files");
      try {
        files.rebuild(capture, folder, choice);
      } finally {
        delete(folder);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return files;
  }

  private void rebuild(RdmaCapture capture, Path folder, UnaryOperator<List<ExtractedFile>> choice)
      throws IOException {
    try (OutputFolder output = OutputFolder.open(folder, false, List.of());
        Extraction extraction = new Extraction(output, ExtractLimits.DEFAULT);
        Stream<RpcExchange> all = Exchanges.of(capture).stream()) {
      StringBuilder place = new StringBuilder();
      NfsFileEvents events =
          new NfsFileEvents(
              event -> {
                note(event, place);
                extraction.event(event);
              });
      Iterator<RpcExchange> exchanges = all.iterator();
      while (exchanges.hasNext()) {
        RpcExchange exchange = exchanges.next();
        place.setLength(0);
        place.append(" by ").append(exchange.xidText());
        exchange
            .call()
            .ifPresent(call -> place.append(", call in frame ").append(call.sendFrame()));
        events.exchange(exchange);
      }
      extraction.finish(files::add, () -> false);
      wanted = choice.apply(files);
      if (wanted.size() == 1) {
        ExtractedFile only = wanted.get(0);
        content = Optional.of(new CapturedFile(only, bytes(folder.resolve(only.path()))));
      }
    }
  }

  /** Whether bytes of a file moved that the capture did not keep. */
  static boolean isEvicted(ViewReport view) {
    return view.gaps().stream().anyMatch(each -> each.reason() == Gap.Reason.EVICTED);
  }

  private static Optional<Rope> bytes(Path file) throws IOException {
    return Files.size(file) > MOST_BYTES
        ? Optional.empty()
        : Optional.of(Rope.of(Files.readAllBytes(file)));
  }

  private void note(FileEvent event, CharSequence place) {
    if (event instanceof FileEvent.Wrote wrote) {
      write = write.or(wrote.data(), place);
      verifier(wrote.file(), wrote.verifier());
    } else if (event instanceof FileEvent.Read some) {
      read = read.or(some.data(), place);
    } else if (event instanceof FileEvent.Committed committed) {
      verifier(committed.file(), committed.verifier());
    }
  }

  private void verifier(FileRef file, long value) {
    verifiers.computeIfAbsent(server(file), server -> new HashSet<>()).add(value);
  }

  private static IpAddress server(FileRef file) {
    if (file instanceof FileRef.ByName named) {
      return server(named.directory());
    }
    return file instanceof FileRef.ByHandle handle
        ? handle.server()
        : ((FileRef.Root) file).server();
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(each);
      }
    }
  }

  /** The files, in the order in which their data was first seen. */
  List<ExtractedFile> files() {
    return files;
  }

  /** Those of them that are wanted. */
  List<ExtractedFile> wanted() {
    return wanted;
  }

  /** The one that is wanted, with its bytes; empty if several are, or none. */
  Optional<CapturedFile> only() {
    return content;
  }

  /** Verifiers of answers to WRITE and COMMIT, of each server. */
  Map<IpAddress, Set<Long>> verifiers() {
    return verifiers;
  }

  /** The largest READ. */
  Largest read() {
    return read;
  }

  /** The largest WRITE. */
  Largest write() {
    return write;
  }
}
