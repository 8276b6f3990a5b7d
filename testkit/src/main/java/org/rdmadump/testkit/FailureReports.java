package org.rdmadump.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.MediaType;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Attaches reports of captures to a test that failed. */
final class FailureReports {
  private static final ExtensionContext.Namespace NAMESPACE =
      ExtensionContext.Namespace.create(FailureReports.class);

  private static final String ENDING = ".html";

  private FailureReports() {}

  /**
   * Writes reports, and publishes their files.
   *
   * @param captures files of each, merged by time if there are several
   * @return what to say beside the failure: where each report is, or why there is none
   */
  static List<String> attach(List<List<Path>> captures, ExtensionContext context) {
    List<String> said = new ArrayList<>();
    Set<String> taken = taken(context);
    for (List<Path> each : captures) {
      String name = String.valueOf(each.get(0).getFileName());
      String other = name;
      for (int i = 2; !taken.add(other); i++) {
        other = name + "-" + i;
      }
      said.add(attach(each, other, context));
    }
    return said;
  }

  /** The names of the reports that a test has, of all its extensions. */
  @SuppressWarnings("unchecked") // Only this method puts it there.
  private static Set<String> taken(ExtensionContext context) {
    return context
        .getStore(NAMESPACE)
        .getOrComputeIfAbsent(
            context.getUniqueId(), any -> ConcurrentHashMap.<String>newKeySet(), Set.class);
  }

  /** {@return the same of one capture, of one file} */
  static String attach(Path capture, ExtensionContext context) {
    return attach(List.of(List.of(capture)), context).get(0);
  }

  private static String attach(List<Path> captures, String name, ExtensionContext context) {
    try {
      return "the report of " + name + ": " + written(captures, name, context);
    } catch (IOException | RuntimeException e) {
      // What failed is the test; that it has no report must not hide why.
      return "no report of " + name + ": " + e.getMessage();
    }
  }

  private static Path written(List<Path> captures, String name, ExtensionContext context)
      throws IOException {
    try {
      return published(captures, name + ENDING, context);
    } catch (LinkageError e) {
      // JUnit before 5.14 has no place for files of tests that we could name.
      Path page = Files.createTempFile(name + "-", ENDING);
      CaptureReport.write(captures, page);
      context.publishReportEntry("report", page.toString());
      return page;
    }
  }

  private static Path published(List<Path> captures, String name, ExtensionContext context)
      throws IOException {
    List<Path> pages = new ArrayList<>();
    List<IOException> failures = new ArrayList<>();
    context.publishFile(
        name,
        MediaType.create("text", "html", UTF_8),
        page -> {
          try {
            CaptureReport.write(captures, page);
            pages.add(page);
          } catch (IOException e) {
            failures.add(e);
            throw e;
          }
        });
    Optional<IOException> failure = failures.stream().findFirst();
    if (failure.isPresent()) {
      throw failure.get();
    }
    return pages.get(0);
  }
}
