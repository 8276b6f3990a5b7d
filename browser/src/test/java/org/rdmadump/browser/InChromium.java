package org.rdmadump.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Tests that take a browser: all of a run share one. They are skipped where there is none. A page
 * that asked for anything but itself, or wrote to the console, fails its test.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(InChromium.Parameter.class)
@interface InChromium {
  /** Gives tests the browser. */
  final class Parameter implements BeforeAllCallback, AfterEachCallback, ParameterResolver {
    private static final Namespace OWN = Namespace.create(InChromium.class);

    /** Ends with the run. */
    private record Running(Chromium browser) implements AutoCloseable {
      @Override
      public void close() {
        browser.close();
      }
    }

    @Override
    public void beforeAll(ExtensionContext context) {
      Chromium.need();
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
      return parameter.getParameter().getType() == Chromium.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
      return context
          .getRoot()
          .getStore(OWN)
          .getOrComputeIfAbsent(Running.class, any -> new Running(Chromium.start()), Running.class)
          .browser();
    }

    @Override
    public void afterEach(ExtensionContext context) {
      Running running = context.getRoot().getStore(OWN).get(Running.class, Running.class);
      if (running != null) {
        assertThat(running.browser.console()).as("console").isEmpty();
        assertThat(running.browser.requests())
            .as("requests")
            .allSatisfy(each -> assertThat(each).startsWith("file:").contains("/report-"));
      }
    }
  }
}
