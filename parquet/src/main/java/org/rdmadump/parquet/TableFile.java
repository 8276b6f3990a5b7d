package org.rdmadump.parquet;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.hadoop.ParquetFileWriter.Mode;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.api.WriteSupport;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.schema.MessageType;
import org.jspecify.annotations.Nullable;
import org.rdmadump.analysis.table.Table;

/** The Parquet file of a table that is being written. */
final class TableFile implements Closeable {
  /** Bytes that rows wait for in memory, before compression. */
  private static final long ROW_GROUP = 8L << 20;

  private static final int PAGE = 1 << 18;

  /** What the writer takes is the number of a row of this batch. */
  private final Rows rows;

  private final ParquetWriter<Integer> writer;
  private boolean isFinished;

  TableFile(Path file, Table table) throws IOException {
    MessageType schema = TableSchema.of(table);
    rows = new Rows(schema);
    writer =
        new Builder(file, rows)
            .withCompressionCodec(CompressionCodecName.ZSTD)
            .withWriterVersion(WriterVersion.PARQUET_1_0)
            .withWriteMode(Mode.CREATE)
            .withRowGroupSize(ROW_GROUP)
            .withPageSize(PAGE)
            .withPageWriteChecksumEnabled(false)
            .withSizeStatisticsEnabled(false)
            // Most columns have a new value in each row, and Zstandard is for the others. They
            // cannot
            // be told apart here: names with dots are paths to the builder.
            .withDictionaryEncoding(false)
            .withStatisticsEnabled(false)
            .build();
  }

  /** Writes the rows of a batch. */
  void write(RowBatch batch) throws IOException {
    rows.batch = batch;
    for (int i = 0; i < batch.rows(); i++) {
      writer.write(i);
    }
  }

  /** Writes what is held, and what tells readers where it is. */
  void finish() throws IOException {
    isFinished = true;
    writer.close();
  }

  @Override
  public void close() throws IOException {
    if (!isFinished) {
      finish();
    }
  }

  private static final class Builder extends ParquetWriter.Builder<Integer, Builder> {
    private final Rows rows;

    Builder(Path file, Rows rows) {
      super(new LocalOutputFile(file));
      this.rows = rows;
    }

    @Override
    protected Builder self() {
      return this;
    }

    @Override
    @SuppressWarnings("deprecation") // The one that has to be there.
    protected WriteSupport<Integer> getWriteSupport(Configuration configuration) {
      return rows;
    }
  }

  /** Shows rows of a batch, by number. */
  private static final class Rows extends WriteSupport<Integer> {
    private final MessageType schema;
    private final BatchWriter rows;
    private @Nullable RowBatch batch;
    private @Nullable RecordConsumer consumer;

    Rows(MessageType schema) {
      this.schema = schema;
      this.rows = new BatchWriter(schema);
    }

    @Override
    @SuppressWarnings("deprecation") // Likewise.
    public WriteContext init(Configuration configuration) {
      return new WriteContext(schema, Map.of());
    }

    @Override
    public void prepareForWrite(RecordConsumer to) {
      consumer = to;
    }

    @Override
    public void write(Integer row) {
      rows.write(Objects.requireNonNull(batch), row, Objects.requireNonNull(consumer));
    }
  }
}
