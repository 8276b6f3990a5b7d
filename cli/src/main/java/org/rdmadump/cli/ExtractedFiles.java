package org.rdmadump.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.rdmadump.analysis.extract.ExtractSummary;
import org.rdmadump.analysis.extract.ExtractedFile;
import org.rdmadump.analysis.extract.ExtractedFileSink;
import org.rdmadump.report.json.FileJsonWriter;
import org.rdmadump.report.text.FileTextWriter;

/**
 * Lists extracted files in the manifest and on standard output. If nobody reads the latter, the
 * manifest is written all the same.
 */
final class ExtractedFiles implements ExtractedFileSink {
  private final FileJsonWriter manifest;
  private final OutputStream out;
  private final Optional<FileTextWriter> text;
  private final Optional<FileJsonWriter> json;
  private final boolean silent;
  private @Nullable IOException failure;

  /**
   * Lists in {@code manifest} and on {@code out}.
   *
   * @param silent list no files on {@code out}, only the counts
   */
  ExtractedFiles(OutputStream manifest, OutputStream out, OutputFormat format, boolean silent)
      throws IOException {
    this.manifest = new FileJsonWriter(manifest, true);
    this.out = out;
    this.silent = silent;
    this.text =
        format == OutputFormat.TEXT ? Optional.of(new FileTextWriter(out)) : Optional.empty();
    this.json =
        format == OutputFormat.TEXT
            ? Optional.empty()
            : Optional.of(new FileJsonWriter(out, format == OutputFormat.JSON));
  }

  /** Opens both lists. */
  void begin() throws IOException {
    manifest.begin();
    if (json.isPresent()) {
      json.get().begin();
    }
  }

  @Override
  public void file(ExtractedFile file) throws IOException {
    manifest.file(file);
    if (silent || failure != null) {
      return;
    }
    try {
      if (text.isPresent()) {
        text.get().file(file);
      } else if (json.isPresent()) {
        json.get().file(file);
      }
    } catch (IOException e) {
      failure = e;
    }
  }

  /** Closes the manifest's list. */
  void endManifest() throws IOException {
    manifest.end();
  }

  /**
   * Closes the list on standard output.
   *
   * @throws IOException if that could not be written
   */
  void end(ExtractSummary summary) throws IOException {
    IOException earlier = failure;
    if (earlier != null) {
      throw earlier;
    }
    if (text.isPresent()) {
      text.get().summary(summary);
    } else if (json.isPresent()) {
      json.get().end();
    }
    out.flush();
  }
}
