package org.rdmadump.cli;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.rdmadump.analysis.extract.FolderNotEmptyException;
import org.rdmadump.analysis.extract.UnfinishedFolder;
import org.rdmadump.analysis.table.Table;
import org.rdmadump.analysis.table.TableFormat;

/**
 * The folder that tables are written to. They are in a folder in it until all are whole, so that a
 * run that is killed leaves none that looks so.
 */
final class TableFolder implements Closeable {
  private static final String UNFINISHED = ".tables";

  private final Path folder;
  private final UnfinishedFolder unfinished;

  private TableFolder(Path folder, UnfinishedFolder unfinished) {
    this.folder = folder;
    this.unfinished = unfinished;
  }

  /**
   * Makes the folder, or takes one that is there.
   *
   * @param overwrites take it even if it is not empty; tables of before are replaced at the end
   * @throws CommandFailure if it is not empty
   * @throws IOException if it is no folder, or cannot be written to
   */
  static TableFolder open(Path folder, boolean overwrites) throws CommandFailure, IOException {
    try {
      return new TableFolder(folder, UnfinishedFolder.in(folder, overwrites, UNFINISHED));
    } catch (FolderNotEmptyException e) {
      throw CommandFailure.usage(folder + " is not empty; --force writes into it");
    } catch (FileAlreadyExistsException e) {
      // The system names the file, and gives no reason.
      throw new FileSystemException(e.getFile(), "", "is not a folder");
    }
  }

  /** {@return the folder for what is not finished} */
  Path unfinished() {
    return unfinished.path();
  }

  /** Puts finished tables in their place. */
  void place(TableFormat format) throws IOException {
    for (Table table : Table.values()) {
      String name = format.file(table);
      Path place = folder.resolve(name);
      if (Files.isDirectory(place, LinkOption.NOFOLLOW_LINKS)) {
        throw new IOException(place + " is a folder");
      }
      Files.move(unfinished().resolve(name), place, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  /** Removes what is not finished. */
  @Override
  public void close() throws IOException {
    unfinished.close();
  }
}
