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

  // What JUnit 5.13 has in place of that type, those before do not know.
  @SuppressWarnings("deprecation")
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
      // JUnit closes it at the end of the test; up to 5.12 this type alone.
      ExtensionContext.Store.CloseableResource resource = capture::close;
      context.getStore(NAMESPACE).put(parameter.getParameter(), resource);
      return capture;
    } catch (IOException e) {
      throw new ParameterResolutionException(
          String.join(", ", named.value()) + ": " + e.getMessage(), e);
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
