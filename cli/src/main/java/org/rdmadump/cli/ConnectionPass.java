package org.rdmadump.cli;

import java.io.IOException;
import java.util.Optional;
import org.rdmadump.finding.Counted;
import org.rdmadump.live.net.CaptureFilter;
import org.rdmadump.rpcrdma.decode.CaptureDecoder;

/** Decodes captures for their connections, before the run that asks for these. */
record ConnectionPass(Reading reading, Environment environment) {
  /**
   * Learns them. What is wrong with the captures is left for the run to tell.
   *
   * @throws CommandFailure if a capture can be read only once
   */
  void run(Optional<CaptureFilter> filter) throws CommandFailure, IOException {
    reading.connections().begin();
    int unused =
        Reading.run(
            Inputs.open(reading.files(), environment.in(), reading.named()).through(filter),
            this::learn);
    reading.connections().end(reading.files());
    if (reading.connections().others() > 0) {
      environment.say(
          Counted.of(reading.connections().others(), "connection")
              + " beyond the first ones have no fields connection.*");
    }
  }

  private int learn(Inputs inputs) throws CommandFailure, IOException {
    if (!inputs.isRepeatable()) {
      throw CommandFailure.usage(
          "fields connection.* are known at the end of a capture, so it is read twice, which a"
              + " stream does not allow; save it to a file");
    }
    Interruption interruption = environment.interruption();
    inputs.interruptedBy(interruption);
    Progress progress = reading.progress(environment, inputs);
    CaptureDecoder capture =
        new CaptureDecoder(
            inputs,
            reading.options(/* keepBytes= */ false, reading.maxMemory()),
            reading.connections());
    try {
      while (!interruption.requested() && capture.decodeNext()) {
        progress.tick();
      }
    } catch (IOException e) {
      // The run meets it again, and tells it then.
      return ExitStatus.UNREADABLE;
    } catch (RuntimeException e) {
      throw new DecodingFault(inputs.frames(), e);
    } finally {
      progress.erase();
    }
    capture.finish();
    return ExitStatus.DONE;
  }
}
