package org.rdmadump.browser;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import org.openqa.selenium.By;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;
import org.rdmadump.testing.Needs;

/** A browser without a screen: Debian's, by the driver of the same version. */
final class Chromium implements AutoCloseable {
  private static final String BROWSER = "chromium";
  private static final String DRIVER = "chromedriver";
  private static final String REQUEST = "\"Network.requestWillBeSent\"";

  private final ChromeDriver driver;

  private Chromium(ChromeDriver driver) {
    this.driver = driver;
  }

  /** Skips the tests that need it where it is missing. */
  static void need() {
    Needs.command(BROWSER, "chromium");
    Needs.command(DRIVER, "chromium-driver");
  }

  static Chromium start() {
    ChromeOptions options = new ChromeOptions();
    options.setBinary(onPath(BROWSER).toFile());
    options.addArguments("--headless=new", "--disable-gpu", "--disable-dev-shm-usage");
    // The superuser, as in continuous integration, has no sandbox.
    options.addArguments("--no-sandbox");
    LoggingPreferences logs = new LoggingPreferences();
    logs.enable(LogType.BROWSER, Level.ALL);
    logs.enable(LogType.PERFORMANCE, Level.ALL);
    options.setCapability("goog:loggingPrefs", logs);
    // Named, or Selenium would look for a driver to download.
    ChromeDriverService service =
        new ChromeDriverService.Builder()
            .usingDriverExecutable(onPath(DRIVER).toFile())
            .usingAnyFreePort()
            .build();
    options.setScriptTimeout(Duration.ofMinutes(3));
    return new Chromium(new ChromeDriver(service, options));
  }

  private static Path onPath(String program) {
    for (String folder : System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1)) {
      Path file = Path.of(folder, program);
      if (Files.isExecutable(file)) {
        return file;
      }
    }
    throw new IllegalStateException(program + " is not on the search path");
  }

  /** Opens a page as a new browser would: light, on screen, 1280 pixels wide. */
  void open(Path page) {
    driver.get("about:blank");
    media("screen", "light");
    width(1280);
    console();
    requests();
    driver.get(page.toUri().toString());
  }

  void width(int pixels) {
    driver.manage().window().setSize(new Dimension(pixels, 1000));
    // A window is never narrower than some hundred pixels; what is emulated may be.
    cdp(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", pixels, "height", 1000, "deviceScaleFactor", 1, "mobile", false));
    painted();
  }

  /** Emulates a medium, {@code screen} or {@code print}, and the scheme of colours preferred. */
  void media(String medium, String scheme) {
    cdp(
        "Emulation.setEmulatedMedia",
        Map.of(
            "media",
            medium,
            "features",
            List.of(
                Map.of("name", "prefers-color-scheme", "value", scheme),
                Map.of("name", "prefers-reduced-motion", "value", "reduce"))));
    painted();
  }

  /** Waits until the page has seen what changed around it. */
  private void painted() {
    driver.executeAsyncScript(
        "const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(() => done()));");
  }

  /** {@return the answer to a command of the DevTools protocol} */
  Map<String, Object> cdp(String command, Map<String, Object> parameters) {
    return driver.executeCdpCommand(command, parameters);
  }

  /** {@return what a script returns, which is not null} */
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // Who calls knows its script.
  <T> T eval(String script, Object... arguments) {
    Object value = driver.executeScript("return " + script, arguments);
    if (value == null) {
      throw new AssertionError("nothing came of " + script);
    }
    return (T) value;
  }

  /** Runs a script that calls the last of its arguments when it is done. */
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // As above.
  <T> T await(String script) {
    Object value = driver.executeAsyncScript(script);
    if (value == null) {
      throw new AssertionError("nothing came of " + script);
    }
    return (T) value;
  }

  /** Runs statements. */
  void run(String script) {
    driver.executeScript(script);
  }

  WebElement find(String selector) {
    return driver.findElement(By.cssSelector(selector));
  }

  List<WebElement> all(String selector) {
    return driver.findElements(By.cssSelector(selector));
  }

  String text(String selector) {
    return find(selector).getText();
  }

  /** {@return the texts of all elements, white space joined} */
  List<String> texts(String selector) {
    return eval(
        "[...document.querySelectorAll(arguments[0])]"
            + ".map(each => each.innerText.replace(/\\s+/g, ' ').trim())",
        selector);
  }

  /** {@return the cells of the rows of a table, without rows of details} */
  List<List<String>> rows(String table) {
    return eval(
        "[...document.querySelectorAll(arguments[0] + ' > tbody > tr:not(.detail)')]"
            + ".map(row => [...row.cells].map(each => each.innerText.replace(/\\s+/g, ' ').trim()))",
        table);
  }

  Actions actions() {
    return new Actions(driver);
  }

  /** Presses keys where the focus is. */
  void press(CharSequence... keys) {
    driver.switchTo().activeElement().sendKeys(keys);
  }

  /** Opens all that can be opened. */
  void openAll() {
    run(
        "document.querySelectorAll('td .name[aria-expanded=false]').forEach(each => each.click());"
            + "document.querySelectorAll('details').forEach(each => { each.open = true; });"
            // A details element tells of its opening later.
            + "return new Promise(done => setTimeout(done, 50));");
  }

  /** {@return what was written to the console since this was asked last} */
  List<String> console() {
    return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
        .map(LogEntry::getMessage)
        .toList();
  }

  /** {@return addresses that were asked for since this was asked last} */
  List<String> requests() {
    List<String> addresses = new ArrayList<>();
    for (LogEntry each : driver.manage().logs().get(LogType.PERFORMANCE)) {
      if (each.getMessage().contains(REQUEST)) {
        addresses.add(
            Rdmadump.parsed(each.getMessage()).at("/message/params/request/url").asText());
      }
    }
    return addresses;
  }

  @Override
  public void close() {
    driver.quit();
  }
}
