package org.rdmadump.exercise.journal;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInput;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;

/** A list that is kept deflated, since that of a long run would not fit otherwise. */
final class DeflatedList<T> {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final Codec<T> codec;
  private Optional<DataOutputStream> open;
  private int count;

  /** How an element is written and read. */
  interface Codec<T> {
    void write(T element, DataOutput to) throws IOException;

    T read(DataInput from) throws IOException;
  }

  DeflatedList(Codec<T> codec) {
    this.codec = codec;
    this.open = Optional.of(new DataOutputStream(new DeflaterOutputStream(bytes)));
  }

  /** Adds one, before {@link #all} is called for the first time. */
  void add(T element) {
    try {
      codec.write(
          element, open.orElseThrow(() -> new IllegalStateException("the list is finished")));
      count++;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Says that there will be no more: what packs them is given back. */
  void finish() {
    if (open.isPresent()) {
      try {
        open.get().close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      open = Optional.empty();
    }
  }

  /** All of them, unpacked anew each time. */
  List<T> all() {
    finish();
    List<T> all = new ArrayList<>(count);
    try (DataInputStream in =
        new DataInputStream(
            new InflaterInputStream(new ByteArrayInputStream(bytes.toByteArray())))) {
      for (int i = 0; i < count; i++) {
        all.add(codec.read(in));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Collections.unmodifiableList(all);
  }
}
