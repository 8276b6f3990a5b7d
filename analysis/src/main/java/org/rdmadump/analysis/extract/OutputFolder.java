package org.rdmadump.analysis.extract;

import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/**
 * The folder that an extraction writes to, with a folder in it for what is not finished. Nothing is
 * written through a symbolic link that lies in it; the folder itself may be one.
 */
public final class OutputFolder implements Closeable {
  private static final String UNFINISHED = ".extract";

  private final Path folder;
  private final UnfinishedFolder unfinished;

  /** Files that are not replaced. */
  private final List<Path> kept;

  private OutputFolder(Path folder, UnfinishedFolder unfinished, List<Path> kept) {
    this.folder = folder;
    this.unfinished = unfinished;
    this.kept = List.copyOf(kept);
  }

  /**
   * Makes the folder, or takes one that is there.
   *
   * @param force take it even if it is not empty; files of the same name are replaced, others stay,
   *     and a manifest of before goes at once, for what it says of files would not hold
   * @param kept files that are not replaced, wherever they are
   * @throws FolderNotEmptyException if it is not empty
   * @throws FolderException if it is no folder, or cannot be written to, or the manifest would
   *     replace a file that is kept
   */
  public static OutputFolder open(Path folder, boolean force, List<Path> kept)
      throws FolderException {
    try {
      UnfinishedFolder unfinished = UnfinishedFolder.in(folder, force, UNFINISHED);
      OutputFolder output = new OutputFolder(folder, unfinished, kept);
      output.removeManifest();
      return output;
    } catch (FolderException e) {
      throw e;
    } catch (IOException e) {
      throw new FolderException(folder, e);
    }
  }

  private void removeManifest() throws IOException {
    Path manifest = folder.getFileSystem().getPath(Extraction.MANIFEST);
    if (isFree(manifest)) {
      Files.deleteIfExists(folder.resolve(manifest));
      return;
    }
    close();
    throw new FolderException(folder.resolve(manifest), "is in the way of the manifest");
  }

  /** {@return the folder} */
  public Path path() {
    return folder;
  }

  /** The folder for what is not finished; gone after {@link #close}. */
  Path unfinished() {
    return unfinished.path();
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
  boolean isFree(Path relative) throws IOException {
    Path path = folder.resolve(relative);
    if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
      return false;
    }
    if (Files.exists(path)) {
      for (Path each : kept) {
        if (Files.exists(each) && Files.isSameFile(each, path)) {
          return false;
        }
      }
    }
    return true;
  }

  /** Moves a finished file to its place. */
  void place(Path file, Path relative) throws IOException {
    Files.move(file, folder.resolve(relative), StandardCopyOption.REPLACE_EXISTING);
  }

  /**
   * {@return a stream for the manifest, which is aside until {@link #placeManifest} puts it in its
   * place; it fails with a {@link FolderException}}
   */
  public OutputStream openManifest() throws FolderException {
    try {
      return new BufferedOutputStream(
          new FolderOutput(folder, Files.newOutputStream(unfinishedManifest())));
    } catch (IOException e) {
      throw new FolderException(folder, e);
    }
  }

  private Path unfinishedManifest() {
    return unfinished.path().resolve(Extraction.MANIFEST);
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
    unfinished.close();
  }
}
