package org.rdmadump.testkit;

import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.rdmadump.CaptureBuilder;
import org.rdmadump.RdmaCapture;

/** Opens what {@link Capture} names; that annotation brings it along. */
public final class CaptureExtension implements ParameterResolver {
  private static final ExtensionContext.Namespace NAMESPACE =
      ExtensionContext.Namespace.create(CaptureExtension.class);

  /** Made by JUnit. */
  public CaptureExtension() {}

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
    try {
      for (String each : named.value()) {
        builder.file(file(each, context.getRequiredTestClass()));
      }
      RdmaCapture capture = builder.open();
      context.getStore(NAMESPACE).put(parameter.getParameter(), new Opened(capture));
      return capture;
    } catch (IOException e) {
      throw new ParameterResolutionException(
          String.join(", ", named.value()) + ": " + e.getMessage(), e);
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
