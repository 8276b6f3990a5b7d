package org.rdmadump.testkit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Injects a capture into a parameter of type {@link org.rdmadump.RdmaCapture}, and closes it when
 * the test ends.
 *
 * <pre>{@code
 * @Test
 * void shouldBeComplete(@Capture("nfs41.pcap") RdmaCapture capture) {
 *   assertThat(capture).isComplete();
 * }
 * }</pre>
 */
@Documented
@Target(ElementType.PARAMETER)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(CaptureExtension.class)
public @interface Capture {
  /**
   * Files, merged by time if there are several. Each is a path relative to the working directory
   * or, if there is no such file, a resource on the test's class path.
   */
  String[] value();

  /** Whether messages keep all of their bytes, including the data of READ and WRITE. */
  boolean keepBytes() default true;

  /**
   * Whether Sends and RDMA operations list their packets one by one, as assertions about packets
   * need.
   */
  boolean keepFragments() default true;
}
