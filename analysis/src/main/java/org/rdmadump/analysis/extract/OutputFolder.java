package org.rdmadump.analysis.extract;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * The folder that an extraction writes to, with a folder in it for what is not finished. Nothing is
 * written through a symbolic link that lies in it; the folder itself may be one.
 */
public final class OutputFolder implements Closeable {
  private static final String UNFINISHED = ".extract";

  private final Path folder;
  private final Path unfinished;

  private OutputFolder(Path folder, Path unfinished) {
    this.folder = folder;
    this.unfinished = unfinished;
  }

  /**
   * Makes the folder, or takes one that is there.
   *
   * @param force take it even if it is not empty; files of the same name are replaced
   * @throws FolderException if it is not empty, no folder, or cannot be written to
   */
  public static OutputFolder open(Path folder, boolean force) throws FolderException {
    try {
      if (Files.isDirectory(folder)) {
        if (!force && !isEmpty(folder)) {
          throw new FolderException(folder, "not empty; --force writes into it all the same");
        }
      } else {
        Files.createDirectories(folder);
      }
      return new OutputFolder(folder, Files.createTempDirectory(folder, UNFINISHED));
    } catch (FolderException e) {
      throw e;
    } catch (IOException e) {
      throw new FolderException(folder, e);
    }
  }

  private static boolean isEmpty(Path folder) throws IOException {
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
      return !entries.iterator().hasNext();
    }
  }

  /** {@return the folder} */
  public Path path() {
    return folder;
  }

  /** The folder for what is not finished; gone after {@link #close}. */
  Path unfinished() {
    return unfinished;
  }

  /**
   * Makes a folder where none is yet.
   *
   * @return whether it is one now; not if a file or a link of that name is there
   */
  boolean makeFolder(Path relative) throws IOException {
    Path path = folder.resolve(relative);
    if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
      Files.createDirectory(path);
    }
    return Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS);
  }

  /** {@return whether a file may be put there, maybe in place of another file or of a link} */
  boolean isFree(Path relative) {
    return !Files.isDirectory(folder.resolve(relative), LinkOption.NOFOLLOW_LINKS);
  }

  /** Moves a finished file to its place. */
  void place(Path file, Path relative) throws IOException {
    Files.move(file, folder.resolve(relative), StandardCopyOption.REPLACE_EXISTING);
  }

  /** {@return where the manifest is written until {@link #placeManifest} puts it in its place} */
  public Path unfinishedManifest() {
    return unfinished.resolve(Extraction.MANIFEST);
  }

  /** Puts the manifest in its place. */
  public void placeManifest() throws FolderException {
    try {
      place(unfinishedManifest(), folder.getFileSystem().getPath(Extraction.MANIFEST));
    } catch (IOException e) {
      throw new FolderException(folder, e);
    }
  }

  /** Removes what is not finished. */
  @Override
  public void close() throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(unfinished)) {
      for (Path file : files) {
        Files.delete(file);
      }
    }
    Files.delete(unfinished);
  }
}
