package org.rdmadump.capture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileReadsTest {
  @TempDir Path folder;

  @Test
  void shouldGiveEveryByteOnceWhateverRoomThereIs() throws IOException {
    SplittableRandom random = new SplittableRandom(7);
    byte[] written = new byte[300_001];
    random.nextBytes(written);
    Path file = Files.write(folder.resolve("file"), written);
    ByteBuffer read = ByteBuffer.allocate(written.length);
    try (FileReads reads = new FileReads(FileChannel.open(file))) {
      while (read.hasRemaining()) {
        read.limit(Math.min(written.length, read.position() + 1 + random.nextInt(90_000)));
        assertThat(reads.read(read)).isPositive();
        read.limit(written.length);
      }
      assertThat(reads.read(ByteBuffer.allocate(1))).isEqualTo(-1);
    }
    assertThat(read.array()).isEqualTo(written);
  }

  @Test
  void shouldCloseTheFile() throws IOException {
    FileChannel file = FileChannel.open(Files.createFile(folder.resolve("empty")));
    FileReads reads = new FileReads(file);
    assertThat(reads.isOpen()).isTrue();
    assertThat(reads.read(ByteBuffer.allocate(9))).isEqualTo(-1);
    reads.close();
    assertThat(file.isOpen()).isFalse();
  }
}
