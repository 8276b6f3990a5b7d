package org.rdmadump.analysis.frame;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmadump.analysis.filter.Filter;
import org.rdmadump.analysis.filter.FilterException;
import org.rdmadump.ib.build.Conversation;
import org.rdmadump.ib.build.OtherService;

/** What messages of the connection manager say of the ends of a connection. */
class CmFieldsTest {
  /** Request, reply, confirmation; request and reply of the disconnect. */
  @ParameterizedTest
  @CsvSource({
    "RD, cm.local_eecn == 0x5021, 1",
    "RD, cm.local_eecn == 0x5022, 2",
    "RD, infiniband.cm.rep.localeecn == 0x5022, 2",
    "RD, cm.remote_eecn == 0, 1",
    "RD, cm.remote_qpn == 0x22, 4",
    "XRC, cm.local_qpn == 0x21 and cm.local_eecn == 0, 1"
  })
  void shouldTellEeContextsFromQueuePairs(OtherService service, String filter, long frame)
      throws IOException, FilterException {
    Conversation wire = Conversation.between("192.0.2.2", "192.0.2.1").over(service);
    wire.client().qpn(0x21);
    wire.server().qpn(0x22);
    wire.connect().disconnect();

    Filter<FrameRecord> chosen = Filter.of(filter, FrameFields.registry());
    List<Long> frames = new ArrayList<>();
    for (FrameRecord each : Dissected.of(wire.capture().source()).frames()) {
      if (chosen.matches(each)) {
        frames.add(each.number());
      }
    }

    assertThat(frames).containsExactly(frame);
  }
}
