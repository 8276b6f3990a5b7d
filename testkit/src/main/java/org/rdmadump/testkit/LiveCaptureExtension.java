package org.rdmadump.testkit;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.platform.commons.support.AnnotationSupport;
import org.opentest4j.TestAbortedException;

/**
 * Captures what {@link LiveCapture} names; that annotation brings it along.
 *
 * <pre>{@code
 * void test(@LiveCapture("eth0") LiveRecording recording) { ... }
 * }</pre>
 */
public final class LiveCaptureExtension implements ParameterResolver, AfterEachCallback {
  private static final ExtensionContext.Namespace NAMESPACE =
      ExtensionContext.Namespace.create(LiveCaptureExtension.class);
  private static final String RECORDINGS = "recordings";

  /** Made by JUnit. */
  public LiveCaptureExtension() {}

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.isAnnotated(LiveCapture.class)
        && parameter.getParameter().getType() == LiveRecording.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    LiveCapture named = parameter.findAnnotation(LiveCapture.class).orElseThrow();
    refuseWhereNoTestIs(context);
    try {
      Path folder =
          named.folder().isEmpty()
              ? Path.of(System.getProperty("java.io.tmpdir"))
              : Files.createDirectories(Path.of(named.folder()));
      Path file = Files.createTempFile(folder, name(context) + "-", ".pcapng");
      LiveRecording recording = started(named, file);
      context
          .getStore(NAMESPACE)
          .getOrComputeIfAbsent(RECORDINGS, any -> new Recordings(), Recordings.class)
          .add(recording);
      return recording;
    } catch (IOException e) {
      throw new ParameterResolutionException(
          "cannot capture " + named.value() + ": " + e.getMessage(), e);
    }
  }

  /** Where it would not be told whether the test failed, nor when it ends. */
  private static void refuseWhereNoTestIs(ExtensionContext context) {
    Optional<Method> method = context.getTestMethod();
    if (method.isEmpty()) {
      throw new ParameterResolutionException(
          "@LiveCapture is for parameters of a test or of @BeforeEach, not of all tests of a class");
    }
    if (AnnotationSupport.isAnnotated(method.get(), TestFactory.class)) {
      throw new ParameterResolutionException(
          "@LiveCapture cannot tell whether the tests of the @TestFactory "
              + method.get().getName()
              + " fail, and would delete their file; use @Test or @ParameterizedTest");
    }
  }

  private static LiveRecording started(LiveCapture named, Path file) throws IOException {
    try {
      return LiveRecording.start(device(named.value()), named.filter(), file);
    } catch (IOException | RuntimeException e) {
      Files.deleteIfExists(file);
      throw e;
    } catch (NoClassDefFoundError e) {
      Files.deleteIfExists(file);
      throw new IOException(
          "the module live-capture is missing; add org.rdmadump:live-capture to the dependencies of"
              + " the tests",
          e);
    }
  }

  private static String device(String value) throws IOException {
    if (!value.startsWith("${") || !value.endsWith("}")) {
      return value;
    }
    String property = value.substring(2, value.length() - 1);
    String device = System.getProperty(property, "");
    if (device.isEmpty()) {
      throw new IOException("no device is named; -D" + property + "=DEV names one");
    }
    return device;
  }

  private static String name(ExtensionContext context) {
    return context.getRequiredTestClass().getSimpleName()
        + "."
        + context.getRequiredTestMethod().getName();
  }

  @Override
  public void afterEach(ExtensionContext context) throws IOException {
    Optional<Recordings> recordings =
        Optional.ofNullable(context.getStore(NAMESPACE).remove(RECORDINGS, Recordings.class));
    if (recordings.isPresent()) {
      Optional<Throwable> failure = context.getExecutionException();
      recordings
          .get()
          .end(
              failure.isPresent() && !(failure.get() instanceof TestAbortedException),
              failure.isPresent(),
              file -> {
                context.publishReportEntry("capture", file.toString());
                return FailureReports.attach(file, context);
              });
    }
  }
}
