package org.rdmadump.capture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.ByteOrder;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;

/** Our classes by themselves, as in a program that left zstd-jni out. */
class MissingZstdTest {
  private static final byte[] CAPTURE =
      new CaptureBytes(ByteOrder.LITTLE_ENDIAN)
          .pcapHeader(PcapFormat.NANOSECONDS, 65_535, 1)
          .record(1, 2, 3, new byte[] {1, 2, 3})
          .toArray();

  @Test
  void shouldSayThatZstdSupportIsNotInstalled() throws Exception {
    byte[] input = Compressed.zstd(CAPTURE);
    try (URLClassLoader loader = ours()) {
      Assertions.assertThatThrownBy(() -> open(loader, input))
          .isInstanceOf(InvocationTargetException.class)
          .cause()
          .hasMessage("zstd support is not installed (zstd-jni); decompress it first")
          .extracting(e -> e.getClass().getName())
          .isEqualTo(NotACaptureException.class.getName());
    }
  }

  @Test
  void shouldReadEverythingElse() throws Exception {
    try (URLClassLoader loader = ours();
        AutoCloseable plain = open(loader, CAPTURE);
        AutoCloseable gzip = open(loader, Compressed.gzip(CAPTURE))) {
      assertThat(plain.getClass().getClassLoader()).isSameAs(loader);
      assertThat(gzip.getClass().getSimpleName()).isEqualTo("InflatedSource");
    }
  }

  private static URLClassLoader ours() {
    URL classes = CaptureFile.class.getProtectionDomain().getCodeSource().getLocation();
    return new URLClassLoader(new URL[] {classes}, ClassLoader.getPlatformClassLoader());
  }

  private static AutoCloseable open(ClassLoader loader, byte[] input) throws Exception {
    Method open =
        loader
            .loadClass(CaptureFile.class.getName())
            .getMethod("open", InputStream.class, String.class);
    return (AutoCloseable) open.invoke(null, new ByteArrayInputStream(input), "x");
  }
}
