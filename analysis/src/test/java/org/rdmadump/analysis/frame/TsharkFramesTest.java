package org.rdmadump.analysis.frame;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.rdmadump.analysis.export.ShippedCaptures;
import org.rdmadump.analysis.export.Tshark;
import org.rdmadump.analysis.field.Dialect;
import org.rdmadump.analysis.field.Field;
import org.rdmadump.analysis.field.FieldRegistry;
import org.rdmadump.analysis.field.ValueNames;
import org.rdmadump.analysis.field.ValueVisitor;
import org.rdmadump.analysis.field.message.ExchangeFields;
import org.rdmadump.analysis.field.message.MessageFields;
import org.rdmadump.ib.AtomicEth;
import org.rdmadump.ib.forms.Form;
import org.rdmadump.ib.forms.RewrittenCapture;
import org.rdmadump.testing.Needs;

/** Fields of frames, asked for by Wireshark's names, have the values that tshark shows. */
class TsharkFramesTest {
  private static final Path NFS =
      Path.of("..", "testdata", "captures", "rocev2", "rocev2-nfs41-acl.pcap");

  private static final List<String> IB =
      List.of(
          "infiniband.bth.opcode",
          "infiniband.bth.se",
          "infiniband.bth.m",
          "infiniband.bth.padcnt",
          "infiniband.bth.tver",
          "infiniband.bth.p_key",
          "infiniband.bth.destqp",
          "infiniband.bth.a",
          "infiniband.bth.psn",
          "infiniband.deth.q_key",
          "infiniband.deth.srcqp",
          "infiniband.reth.va",
          "infiniband.reth.r_key",
          "infiniband.reth.dmalen",
          "infiniband.atomiceth.swapdt",
          "infiniband.atomiceth.cmpdt",
          "infiniband.aeth.syndrome",
          "infiniband.aeth.msn",
          "infiniband.atomicacketh.origremdt",
          "infiniband.lrh.vl",
          "infiniband.lrh.lver",
          "infiniband.lrh.sl",
          "infiniband.lrh.lnh",
          "infiniband.lrh.dlid",
          "infiniband.lrh.slid",
          "infiniband.grh.ipver",
          "infiniband.grh.tclass",
          "infiniband.grh.flowlabel",
          "infiniband.grh.paylen",
          "infiniband.grh.nxthdr",
          "infiniband.grh.hoplmt",
          "infiniband.mad.baseversion",
          "infiniband.mad.mgmtclass",
          "infiniband.mad.classversion",
          "infiniband.mad.method",
          "infiniband.mad.status",
          "infiniband.mad.transactionid",
          "infiniband.mad.attributeid",
          "infiniband.mad.attributemodifier");

  private static final List<String> IWARP =
      List.of(
          "iwarp_mpa.ulpdulength",
          "iwarp_ddp.tagged_flag",
          "iwarp_ddp.last_flag",
          "iwarp_ddp.stag",
          "iwarp_ddp.tagged_offset",
          "iwarp_ddp.qn",
          "iwarp_ddp.msn",
          "iwarp_ddp.mo",
          "iwarp_rdma.opcode",
          "iwarp_rdma.sinkstag",
          "iwarp_rdma.sinkto",
          "iwarp_rdma.rdmardsz",
          "iwarp_rdma.srcstag",
          "iwarp_rdma.srcto");

  private static final FieldRegistry<FrameRecord> FIELDS = FrameFields.registry();

  @TempDir Path folder;

  @BeforeEach
  void needTshark() {
    Needs.tshark();
  }

  static Stream<Path> infiniband() throws IOException {
    return ShippedCaptures.all().stream()
        .filter(each -> !each.getFileName().toString().startsWith("iwarp"))
        .filter(each -> !each.getFileName().toString().startsWith("siw"));
  }

  /** Those in which nothing is missing: elsewhere it puts other streams together than we do. */
  static Stream<Path> wholeIwarp() throws IOException {
    List<String> names =
        List.of("nfs3-acl", "nfs41-crc", "nfs41-delegation", "nfs41-ipv6", "nfs41-p2p");
    return ShippedCaptures.all().stream()
        .filter(each -> each.getFileName().toString().startsWith("iwarp"))
        .filter(each -> names.contains(ShippedCaptures.scenario(each)));
  }

  @ParameterizedTest
  @MethodSource("infiniband")
  void shouldAgreeOnInfiniBand(Path capture) throws Exception {
    assertSame(capture, IB);
  }

  @ParameterizedTest
  @MethodSource("org.rdmadump.ib.forms.Form#readByTshark")
  void shouldAgreeInEveryFormThatTsharkReads(Form form) throws Exception {
    assertSame(RewrittenCapture.of(NFS).write(form, folder.resolve(form.fileName())), IB);
  }

  @ParameterizedTest
  @MethodSource("wholeIwarp")
  void shouldAgreeOnIwarp(Path capture) throws Exception {
    assertSame(capture, IWARP);
  }

  @Test
  void shouldUseNamesThatTsharkKnows() throws Exception {
    Path settings = folder.resolve("settings");
    Process process =
        new ProcessBuilder("tshark", "-G", "fields")
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .redirectOutput(settings.toFile())
            .start();
    process.waitFor();
    TreeSet<String> known = new TreeSet<>();
    for (String line : Files.readAllLines(settings)) {
      known.add(line.split("\t", -1)[2]);
      known.add(line.split("\t", -1)[1]);
    }

    List<String> ours = new ArrayList<>();
    for (FieldRegistry<?> registry :
        List.of(FIELDS, MessageFields.registry(), ExchangeFields.registry())) {
      for (Field<?> field : registry.all()) {
        String name = field.name().replaceFirst("^(call|reply)\\.", "");
        if (field.dialect() == Dialect.WIRESHARK) {
          ours.add(name);
        }
      }
    }

    assertThat(ours).hasSizeGreaterThan(200);
    assertThat(ours).allMatch(known::contains);
  }

  private void assertSame(Path capture, List<String> fields) throws Exception {
    List<String> arguments = new ArrayList<>(List.of("-T", "fields", "-E", "aggregator=/s"));
    for (String field : fields) {
      arguments.addAll(List.of("-e", field));
    }
    List<String> theirs = new Tshark(folder).lines(capture, arguments.toArray(new String[0]));
    List<FrameRecord> ours = Dissected.of(capture).frames();
    assertThat(ours).hasSameSizeAs(theirs);
    int compared = 0;
    for (int i = 0; i < ours.size(); i++) {
      Map<String, List<Long>> expected = theirs(fields, theirs.get(i));
      leaveOut(ours.get(i), fields, expected);
      compared += expected.size();
      Map<String, List<Long>> actual = ours(fields, ours.get(i));
      leaveOut(ours.get(i), fields, actual);
      assertThat(actual).as("frame %d of %s", i + 1, capture).isEqualTo(expected);
    }
    assertThat(compared).isPositive();
  }

  /** It shows address and key of atomic requests as those of another header. */
  private static void leaveOut(
      FrameRecord frame, List<String> fields, Map<String, List<Long>> expected) {
    if (frame.last(AtomicEth.class).isPresent()) {
      expected.remove("infiniband.reth.va");
      expected.remove("infiniband.reth.r_key");
    }
    // Of a datagram that was cut it shows nothing.
    if (frame.captured() < frame.length()) {
      fieldsOfDatagrams(fields).forEach(expected::remove);
    }
  }

  private static List<String> fieldsOfDatagrams(List<String> fields) {
    return fields.stream().filter(each -> each.startsWith("infiniband.mad.")).toList();
  }

  private static Map<String, List<Long>> theirs(List<String> fields, String line) {
    String[] values = line.split("\t", -1);
    Map<String, List<Long>> all = new LinkedHashMap<>();
    for (int i = 0; i < fields.size(); i++) {
      if (!values[i].isEmpty()) {
        List<Long> numbers = new ArrayList<>();
        for (String value : values[i].split(" ", -1)) {
          numbers.add(number(value));
        }
        all.put(fields.get(i), numbers);
      }
    }
    return all;
  }

  private static long number(String value) {
    return value.startsWith("0x")
        ? Long.parseUnsignedLong(value.substring(2), 16)
        : Long.parseUnsignedLong(value);
  }

  private static Map<String, List<Long>> ours(List<String> fields, FrameRecord frame) {
    FrameRecord shown = withoutBeginnings(frame);
    Map<String, List<Long>> all = new LinkedHashMap<>();
    for (String name : fields) {
      List<Long> numbers = new ArrayList<>();
      FIELDS.find(name).orElseThrow().reader().read(shown, new Numbers(numbers));
      if (!numbers.isEmpty()) {
        all.put(name, numbers);
      }
    }
    return all;
  }

  /** It shows an FPDU in the frame that ends it. */
  private static FrameRecord withoutBeginnings(FrameRecord frame) {
    FrameRecord shown = new FrameRecord(frame.number(), 0, 0, 0, 0, frame.bytes());
    boolean begins = false;
    for (Layer layer : frame.layers()) {
      if (layer.header() instanceof FpduLayer fpdu) {
        begins = !fpdu.ends();
      }
      if (!begins) {
        shown.add(layer);
      }
    }
    return shown;
  }

  private record Numbers(List<Long> into) implements ValueVisitor {
    @Override
    public boolean number(long value) {
      into.add(value);
      return false;
    }

    @Override
    public boolean named(long value, ValueNames names) {
      into.add(value);
      return false;
    }
  }
}
