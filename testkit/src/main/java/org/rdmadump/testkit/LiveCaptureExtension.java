package org.rdmadump.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;

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
  private static final String RECORDING = "recording";

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
    try {
      Path folder =
          named.folder().isEmpty()
              ? Path.of(System.getProperty("java.io.tmpdir"))
              : Files.createDirectories(Path.of(named.folder()));
      Path file = Files.createTempFile(folder, name(context) + "-", ".pcapng");
      LiveRecording recording = started(named, file);
      context.getStore(NAMESPACE).put(RECORDING, recording);
      return recording;
    } catch (IOException e) {
      throw new ParameterResolutionException(
          "cannot capture " + named.value() + ": " + e.getMessage(), e);
    }
  }

  private static LiveRecording started(LiveCapture named, Path file) throws IOException {
    try {
      return LiveRecording.start(named.value(), named.filter(), file);
    } catch (IOException | RuntimeException e) {
      Files.deleteIfExists(file);
      throw e;
    }
  }

  private static String name(ExtensionContext context) {
    return context.getRequiredTestClass().getSimpleName()
        + "."
        + context.getRequiredTestMethod().getName();
  }

  @Override
  public void afterEach(ExtensionContext context) throws IOException {
    Optional<LiveRecording> recording =
        Optional.ofNullable(context.getStore(NAMESPACE).remove(RECORDING, LiveRecording.class));
    if (recording.isEmpty()) {
      return;
    }
    recording.get().close();
    Path file = recording.get().file();
    if (context.getExecutionException().isPresent()) {
      context.publishReportEntry("capture", file.toString());
      throw new KeptCapture(file);
    }
    Files.deleteIfExists(file);
  }
}
