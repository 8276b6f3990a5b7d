package org.rdmadump.analysis.table;

import java.util.List;
import java.util.function.ToLongFunction;
import org.rdmadump.analysis.extract.MovedFile;
import org.rdmadump.analysis.field.FieldReader;
import org.rdmadump.analysis.field.FieldType;

/** The columns of files. */
final class FileColumns {
  private FileColumns() {}

  /** {@return all of them} */
  static List<ReadColumn<MovedFile>> all() {
    return List.of(
        number("connection", "number of the connection: 1, 2, 3, ...", MovedFile::connection),
        new ReadColumn<>(
            new TableColumn("server", ColumnType.TEXT, "address of the server"),
            FieldType.TEXT,
            (file, to) -> !file.server().isEmpty() && to.text(file.server())),
        new ReadColumn<>(
            new TableColumn("nfs.fh", ColumnType.TEXT, "CRC-32 of its file handle"),
            FieldType.TEXT,
            (file, to) -> file.hash().isPresent() && to.text(file.hash().get())),
        new ReadColumn<>(
            new TableColumn("path", ColumnType.TEXT, "path at the end, as nfs.path has it"),
            FieldType.TEXT,
            (file, to) -> file.path().isPresent() && to.text(file.path().get())),
        number("reads", "READs that succeeded", MovedFile::reads),
        number("read_bytes", "bytes that they moved", MovedFile::readBytes),
        number("writes", "WRITEs that succeeded or were not answered", MovedFile::writes),
        number("written_bytes", "bytes that they moved", MovedFile::writtenBytes),
        number("failed_writes", "WRITEs that the server refused", MovedFile::failed),
        time("first_time", "time of the first of these replies", MovedFile::firstNanos),
        time("last_time", "time of the last", MovedFile::lastNanos));
  }

  private static ReadColumn<MovedFile> number(
      String name, String meaning, ToLongFunction<MovedFile> value) {
    return column(name, ColumnType.INTEGER, FieldType.UNSIGNED, meaning, value);
  }

  private static ReadColumn<MovedFile> time(
      String name, String meaning, ToLongFunction<MovedFile> value) {
    return column(name, ColumnType.TIME, FieldType.TIME, meaning, value);
  }

  private static ReadColumn<MovedFile> column(
      String name,
      ColumnType type,
      FieldType shown,
      String meaning,
      ToLongFunction<MovedFile> value) {
    FieldReader<MovedFile> reader = (file, to) -> to.number(value.applyAsLong(file));
    return new ReadColumn<>(new TableColumn(name, type, meaning), shown, reader);
  }
}
