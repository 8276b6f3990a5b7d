package org.rdmadump.testkit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Captures a net device during the test, into a parameter of type {@link LiveRecording}. If the
 * test fails, the file is kept and the failure names it; else it is deleted.
 *
 * <pre>{@code
 * @Test
 * void shouldReadByWriteChunk(@LiveCapture("eth0") LiveRecording recording) {
 *   readAFile();
 *   assertThat(Exchanges.of(recording.stop()).operation("READ")).isNotEmpty();
 * }
 * }</pre>
 *
 * <p>It takes libpcap (Debian package libpcap0.8) and the right to capture, which root has. A soft
 * RDMA device is captured on the net device below it.
 */
@Documented
@Target(ElementType.PARAMETER)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(LiveCaptureExtension.class)
public @interface LiveCapture {
  /** The net device, or <code>${NAME}</code> for the value of a system property. */
  String value();

  /** Chooses packets in the kernel, in libpcap's language, such as {@code udp port 4791}. */
  String filter() default "";

  /**
   * The folder that keeps the capture of a failed test; the folder for temporary files unless
   * given.
   */
  String folder() default "";
}
