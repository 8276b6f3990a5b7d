package org.rdmadump.testkit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Has a parameter of type {@link org.rdmadump.RdmaCapture} be a capture that is closed when the
 * test ends.
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
   * Files, merged by time if there are several. Each is a path from where the tests run or, if
   * there is no such file, a resource of the test's class path.
   */
  String[] value();

  /** Whether messages have all of their bytes, what READ and WRITE move too. */
  boolean keepBytes() default true;

  /**
   * Whether Sends and RDMA operations list their packets one by one, which the assertions about
   * packets look at.
   */
  boolean keepFragments() default true;
}
