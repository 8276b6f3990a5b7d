package org.rdmadump.ib.against;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.rdmadump.capture.CaptureFile;
import org.rdmadump.capture.Frame;
import org.rdmadump.capture.FrameSource;
import org.rdmadump.ib.Bth;
import org.rdmadump.ib.Deth;
import org.rdmadump.ib.build.Conversation;
import org.rdmadump.ib.build.Mad;
import org.rdmadump.ib.forms.Form;
import org.rdmadump.ib.forms.RewrittenCapture;
import org.rdmadump.ib.mad.MadAttribute;
import org.rdmadump.ib.mad.MadHeader;
import org.rdmadump.net.Datagram;
import org.rdmadump.net.PacketDecoder;
import org.rdmadump.testing.Needs;

/**
 * Every field of the header that management datagrams have in common is what tshark shows, and so
 * are the names of methods and attributes that it knows: those of subnet management and subnet
 * administration, three of performance management, those of communication management.
 */
class TsharkMadsTest {
  /** Later versions may know more. */
  private static final int NAMES_IN_TSHARK_4_0 = 82;

  private static final int COM_MGT = MadHeader.COMMUNICATION_MANAGEMENT;

  private static final String[] FIELDS = {
    "baseversion",
    "mgmtclass",
    "classversion",
    "method",
    "status",
    "classspecific",
    "transactionid",
    "attributeid",
    "attributemodifier"
  };

  /** Class, method and attribute at the end of the line, or attribute alone. */
  private static final Pattern NAMES =
      Pattern.compile(".*?(Subn(?:Adm)?[A-Z][A-Za-z]+\\(\\w+\\)|PERF \\(\\w+\\)|CM: \\w+)");

  @TempDir Path folder;

  @BeforeEach
  void needTshark() {
    Needs.tshark();
  }

  @ParameterizedTest
  @EnumSource(names = {"ROCE_V2", "ROCE_V1", "ERF_INFINIBAND", "ERF_INFINIBAND_EXTENSIONS"})
  void shouldAgree(Form form) throws Exception {
    Path plain = folder.resolve("plain.pcap");
    datagrams().capture().toPcap(plain);
    Path file = RewrittenCapture.of(plain).write(form, folder.resolve(form.fileName()));

    List<MadHeader> ours = ours(file);
    List<String[]> theirs = theirs(file);
    assertThat(ours).hasSameSizeAs(theirs);
    int named = 0;
    for (int i = 0; i < ours.size(); i++) {
      MadHeader header = ours.get(i);
      String[] columns = theirs.get(i);
      assertThat(columns).as("packet %d", i + 1).startsWith(fields(header));
      Matcher names = NAMES.matcher(columns[FIELDS.length]);
      if (names.matches()) {
        named++;
        assertThat(name(header)).isEqualTo(names.group(1));
      }
    }
    assertThat(named).isGreaterThanOrEqualTo(NAMES_IN_TSHARK_4_0);
  }

  private static Conversation datagrams() {
    Conversation c = Conversation.between("192.168.77.2", "192.168.77.1");
    for (int managementClass :
        new int[] {Mad.SUBN, Mad.SUBN_DIRECTED, Mad.SUBN_ADM, Mad.PERF, COM_MGT}) {
      for (int attribute = 0; attribute < 0x100; attribute++) {
        put(c, Mad.of(managementClass, Mad.GET, attribute, attribute));
      }
    }
    for (int method = 0; method < 0x100; method++) {
      put(c, Mad.of(Mad.SUBN_ADM, method, 0x1234, 0x0035));
    }
    for (int managementClass = 0; managementClass < 0x100; managementClass++) {
      put(c, Mad.of(managementClass, Mad.GET_RESP, 0, 0xff00));
    }
    return c;
  }

  private static void put(Conversation c, byte[] mad) {
    c.client().emit(Mad.packet(c.client(), mad));
  }

  private static String name(MadHeader header) {
    return switch (header.kind()) {
      case PERF -> "PERF (" + MadAttribute.text(header.kind(), header.attributeId()) + ")";
      case COM_MGT -> "CM: " + MadAttribute.text(header.kind(), header.attributeId());
      default -> header.text();
    };
  }

  private static String[] fields(MadHeader header) {
    return new String[] {
      hex(header.baseVersion(), 2),
      hex(header.managementClass(), 2),
      hex(header.classVersion(), 2),
      hex(header.method(), 2),
      hex(header.status(), 4),
      hex(header.classSpecific(), 4),
      hex(header.transactionId(), 16),
      hex(header.attributeId(), 4),
      hex(Integer.toUnsignedLong(header.attributeModifier()), 8)
    };
  }

  private static String hex(long value, int digits) {
    return String.format(Locale.ROOT, "0x%0" + digits + "x", value);
  }

  private static List<MadHeader> ours(Path file) throws IOException {
    List<MadHeader> headers = new ArrayList<>();
    PacketDecoder decoder = new PacketDecoder();
    Datagram datagram = new Datagram();
    Frame frame = new Frame();
    try (FrameSource source = CaptureFile.open(file)) {
      while (source.next(frame)) {
        decoder.decode(frame, datagram, finding -> {});
        Frame holder = decoder.holder(frame, datagram);
        int at = datagram.payloadOffset() + Bth.LENGTH + Deth.LENGTH;
        headers.add(MadHeader.read(holder.bytes(), at));
      }
    }
    return headers;
  }

  private List<String[]> theirs(Path file) throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(List.of("tshark", "-n", "-r", file.toString(), "-T", "fields"));
    command.addAll(List.of("-E", "occurrence=f"));
    for (String field : FIELDS) {
      command.addAll(List.of("-e", "infiniband.mad." + field));
    }
    command.addAll(List.of("-e", "_ws.col.Info"));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("HOME", folder.toString());
    builder.environment().put("XDG_CONFIG_HOME", folder.toString());
    builder.environment().put("LC_ALL", "C.UTF-8");
    Process process = builder.redirectError(ProcessBuilder.Redirect.DISCARD).start();
    List<String[]> packets = new ArrayList<>();
    try (InputStream out = process.getInputStream()) {
      for (String line : new String(out.readAllBytes(), StandardCharsets.UTF_8).lines().toList()) {
        packets.add(line.split("\t", -1));
      }
    }
    assertThat(process.waitFor()).isZero();
    return packets;
  }
}
