package org.rdmadump.testkit;

import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.opentest4j.TestAbortedException;
import org.rdmadump.CaptureBuilder;
import org.rdmadump.RdmaCapture;
import org.rdmadump.capture.CaptureInput;

/**
 * Opens what {@link Capture} names, and attaches a report of it to a test that fails; that
 * annotation brings it along.
 */
public final class CaptureExtension implements ParameterResolver, AfterEachCallback {
  private static final ExtensionContext.Namespace NAMESPACE =
      ExtensionContext.Namespace.create(CaptureExtension.class);

  /** Made by JUnit. */
  public CaptureExtension() {}

  /**
   * {@inheritDoc} What a constructor takes is closed with its test. JUnit asks from 5.12 on;
   * before, it is closed with the class.
   */
  @Override
  public ExtensionContextScope getTestInstantiationExtensionContextScope(
      ExtensionContext rootContext) {
    return ExtensionContextScope.TEST_METHOD;
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.isAnnotated(Capture.class)
        && parameter.getParameter().getType() == RdmaCapture.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    Capture named = parameter.findAnnotation(Capture.class).orElseThrow();
    CaptureBuilder builder =
        RdmaCapture.builder().keepBytes(named.keepBytes()).keepFragments(named.keepFragments());
    List<Path> files = new ArrayList<>();
    try {
      for (String each : named.value()) {
        files.add(file(each, context.getRequiredTestClass()));
      }
      files.forEach(builder::file);
      RdmaCapture capture = builder.open();
      Opened opened = new Opened(capture);
      context.getStore(NAMESPACE).put(opened, opened);
      inputs(context).add(files);
      return capture;
    } catch (IOException e) {
      throw new ParameterResolutionException(reason(e, files), e);
    }
  }

  /** Why files cannot be read, with the name of one of them, or of all. */
  static String reason(IOException why, List<Path> files) {
    String reason = CaptureInput.reason(why);
    return files.stream().anyMatch(each -> reason.startsWith(each + ": "))
        ? reason
        : files.stream().map(Path::toString).collect(Collectors.joining(", ")) + ": " + reason;
  }

  /** The files of each capture that a test, or all tests of a class, opened. */
  @SuppressWarnings("unchecked") // Only this method puts it there.
  private static List<List<Path>> inputs(ExtensionContext context) {
    return context
        .getStore(NAMESPACE)
        .getOrComputeIfAbsent(
            context.getUniqueId(), any -> new CopyOnWriteArrayList<List<Path>>(), List.class);
  }

  @Override
  public void afterEach(ExtensionContext context) {
    Optional<Throwable> failure = context.getExecutionException();
    if (failure.isEmpty() || failure.get() instanceof TestAbortedException) {
      return;
    }
    Set<List<Path>> captures = new LinkedHashSet<>();
    for (Optional<ExtensionContext> of = Optional.of(context);
        of.isPresent();
        of = of.get().getParent()) {
      captures.addAll(inputs(of.get()));
    }
    if (!captures.isEmpty()) {
      throw new AttachedReport(
          String.join("\n", FailureReports.attach(List.copyOf(captures), context)));
    }
  }

  /**
   * A capture that JUnit closes at the end of the test: up to 5.12 as its own type alone, from 5.13
   * on as an AutoCloseable, and with a warning if it is only the former.
   */
  @SuppressWarnings("deprecation")
  private record Opened(RdmaCapture capture)
      implements ExtensionContext.Store.CloseableResource, AutoCloseable {
    @Override
    public void close() {
      capture.close();
    }
  }

  private static Path file(String name, Class<?> test) {
    Path file = Path.of(name);
    if (Files.exists(file)) {
      return file;
    }
    @Nullable URL resource = test.getResource(name.startsWith("/") ? name : "/" + name);
    if (resource != null && resource.getProtocol().equals("file")) {
      try {
        return Path.of(resource.toURI());
      } catch (URISyntaxException e) {
        throw new ParameterResolutionException(name + ": " + e.getMessage(), e);
      }
    }
    throw new ParameterResolutionException(
        name
            + ": no such file in "
            + Path.of("").toAbsolutePath()
            + ", and no such resource of the tests");
  }
}
