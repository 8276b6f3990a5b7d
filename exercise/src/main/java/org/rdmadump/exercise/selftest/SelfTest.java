package org.rdmadump.exercise.selftest;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.rdmadump.exercise.endpoint.Connector;
import org.rdmadump.exercise.endpoint.EndpointException;

/**
 * Does with an adapter what only an adapter can prove about the sniffer. A step that fails does not
 * keep the others from being made, unless they cannot be. For one thread.
 */
public final class SelfTest {
  /** Makes a step. */
  private interface Made {
    Judgement run() throws IOException, EndpointException, InterruptedException;
  }

  private static final String NO_CONNECTION = "there is no connection, see an earlier step";
  private static final Judgement INTERRUPTED = Judgement.skipped("interrupted", "");

  private final SelfTestSettings settings;
  private final BooleanSupplier stop;
  private final Consumer<StepResult> listener;
  private final Traffic traffic;
  private final PortSteps port;
  private final RecordedSteps recorded;
  private final LoadSteps load;
  private final CapabilityStep capability;
  private final ResetStep reset;
  private final List<StepResult> results = new ArrayList<>();

  /** Why no further step is made; empty if they are. */
  private String obstacle = "";

  /** Why no further step with traffic is made; empty if they are. */
  private String noTraffic;

  /**
   * A self-test.
   *
   * @param connector makes connections to the server, if the settings name one
   * @param stop whether to skip the steps that are left
   * @param listener is told each result at once
   */
  public SelfTest(
      SelfTestSettings settings,
      Connector connector,
      BooleanSupplier stop,
      Consumer<StepResult> listener) {
    this.settings = settings;
    this.stop = stop;
    this.listener = listener;
    this.traffic = new Traffic(connector, settings.traffic());
    this.port = new PortSteps(settings);
    this.recorded = new RecordedSteps(settings, traffic);
    this.load = new LoadSteps(settings, traffic);
    this.capability = new CapabilityStep(settings, traffic);
    this.reset = new ResetStep(settings);
    this.noTraffic = settings.hasTraffic() ? "" : "it needs traffic";
  }

  /** Makes all steps. */
  public SelfTestReport run() {
    PortCounters before = PortCounters.of(settings.port());
    PortCounters after = before;
    List<Fact> facts = List.of();
    for (SelfTestStep step : SelfTestStep.values()) {
      if (step == SelfTestStep.RESET) {
        // Behind it, the port is a new one.
        after = PortCounters.of(settings.port());
        facts = MachineFacts.of(settings);
      }
      long start = System.nanoTime();
      Judgement judgement = judged(step);
      StepResult result =
          new StepResult(step, judgement, Duration.ofNanos(System.nanoTime() - start));
      results.add(result);
      listener.accept(result);
    }
    return new SelfTestReport(
        facts, results, before, after, settings.hasTraffic() && !noTraffic.isEmpty());
  }

  private Judgement judged(SelfTestStep step) {
    if (stop.getAsBoolean()) {
      return INTERRUPTED;
    }
    if (!obstacle.isEmpty() && step != SelfTestStep.REFUSAL) {
      return Judgement.skipped(obstacle, "");
    }
    return switch (step) {
      case OPEN -> {
        Judgement opened = made(port::open);
        if (opened.outcome() == StepOutcome.FAILED) {
          obstacle = "the adapter cannot be sniffed, see the step open";
        }
        yield opened;
      }
      case PACKETS -> withTraffic(recorded::packets);
      case BOUNDS -> made(recorded::bounds);
      case TIMES -> made(recorded::times);
      case DROPS -> withTraffic(load::drops);
      case RATE -> withTraffic(load::rate);
      case LONG -> withTraffic(load::longPackets);
      case TEARDOWN -> made(port::teardown);
      case CAPABILITY -> withTraffic(capability::run);
      case REFUSAL -> made(port::refusal);
      case RESET -> made(reset::run);
    };
  }

  private Judgement withTraffic(Made step) {
    if (!noTraffic.isEmpty()) {
      return Judgement.skipped(
          noTraffic,
          settings.hasTraffic()
              ? ""
              : "run rdmadump exercise server on another machine, and name it: HOST");
    }
    return made(step);
  }

  private Judgement made(Made step) {
    try {
      return step.run();
    } catch (EndpointException e) {
      switch (e.reason()) {
        case INTERRUPTED -> {
          return INTERRUPTED;
        }
        case TIMED_OUT, DISCONNECTED, DENIED, FAILED -> {
          if (!traffic.hasConnected()) {
            noTraffic = NO_CONNECTION;
          }
        }
        default -> noTraffic = NO_CONNECTION;
      }
      return Judgement.failed("the traffic failed: " + e.text(), "", List.of());
    } catch (IOException e) {
      return Judgement.failed(String.valueOf(e.getMessage()), "send the report", List.of());
    } catch (IllegalStateException e) {
      // A fault of a capture's thread is one of the things that the report is for.
      return Judgement.failed(e.toString(), "send the report", List.of());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return INTERRUPTED;
    }
  }
}
