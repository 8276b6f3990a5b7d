package org.rdmadump.analysis.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.analysis.RpcSample;
import org.rdmadump.analysis.RpcWords;
import org.rdmadump.analysis.export.ShippedCaptures;
import org.rdmadump.analysis.field.Field;
import org.rdmadump.analysis.field.FieldRegistry;
import org.rdmadump.analysis.field.FieldText;
import org.rdmadump.analysis.field.FieldType;
import org.rdmadump.analysis.field.message.MessageFields;
import org.rdmadump.rpcrdma.RpcMessage;

class FilterTest {
  private static final Path CAPTURE =
      Path.of("..", "testdata", "captures", "rocev2", "rocev2-nfs41-acl.pcap");

  /** One after the other, loaded once: decoding is not what is tested here. */
  private static final List<RpcMessage> MESSAGES = load();

  private final FieldRegistry<RpcMessage> fields = MessageFields.registry();

  private static List<RpcMessage> load() {
    try {
      return ShippedCaptures.messages(CAPTURE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A message that has nearly every field. */
  static RpcMessage anyMessage() {
    return MESSAGES.get(32);
  }

  /** Something with values of every type. */
  private record Thing(long number, String text, List<Integer> list) {}

  private static FieldRegistry<Thing> things() {
    return new FieldRegistry<Thing>("things")
        .add(
            new Field<Thing>(
                "number", FieldType.UNSIGNED, "", (thing, to) -> to.number(thing.number)))
        .add(
            new Field<Thing>(
                "signed", FieldType.SIGNED, "", (thing, to) -> to.number(thing.number)))
        .add(
            new Field<Thing>(
                "took_ns", FieldType.DURATION, "", (thing, to) -> to.number(thing.number)))
        .add(
            new Field<Thing>(
                "elapsed", FieldType.SECONDS, "", (thing, to) -> to.number(thing.number)))
        .add(new Field<Thing>("time", FieldType.TIME, "", (thing, to) -> to.number(thing.number)))
        .add(new Field<Thing>("text", FieldType.TEXT, "", (thing, to) -> to.text(thing.text)))
        .add(
            new Field<Thing>(
                "list",
                FieldType.UNSIGNED,
                "",
                (thing, to) -> {
                  for (int each : thing.list) {
                    if (to.number(each)) {
                      return true;
                    }
                  }
                  return false;
                }));
  }

  private static boolean matches(String expression, Thing thing) throws FilterException {
    return Filter.of(expression, things()).matches(thing);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          took_ns * 2 > 9ms | true
          took_ns * 2 > 10ms | false
          took_ns - 1000 == 4.999ms | true
          took_ns - 1000 == 4999000 | true
          took_ns / 2 in {2ms..3ms} | true
          elapsed * 2 == 0.01 | true
          elapsed + 1 > 1.004 | true
          elapsed + 1 > 2 | false
          elapsed - 1 < 0 | true
          elapsed - 1 > -996ms | true
          elapsed + 1 > elapsed | true
          elapsed + 9999999999 > 9000000000 | true
          time + 1000000 == 0.006 | true
          number * 2 == 10000k | false
          """)
  void shouldCompareWhatIsCalculatedInTheUnitOfTheField(String expression, boolean expected)
      throws FilterException {
    assertThat(matches(expression, new Thing(5_000_000, "abc", List.of()))).isEqualTo(expected);
  }

  /** A number of 64 bits without a sign, {@code -1} for 2<sup>64</sup>-1. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          -1 | number - 1 > 5 | true
          -1 | number - 1 < 3 | false
          -1 | number + 1 == 0 | false
          -1 | number + 1 > 0 | true
          -1 | number * 2 > 10 | true
          -1 | number - 1 == 18446744073709551614 | true
          -1 | number - 2 == 18446744073709551614 | false
          -1 | number - 1 in {18446744073709551614} | true
          -1 | number - 1 in {1..10} | false
          -3 | number < number + 1 | true
          -1 | number > number * 2 | false
          -1 | number > signed - 1 | true
          -1 | number == number + 1 | false
          -1 | number - 1 == number - 1 | true
          -1 | number / 2 == 9223372036854775807 | true
          9223372036854775807 | number + 41 > 9223372036854775807 | true
          9223372036854775807 | number + 41 == 9223372036854775807 | false
          9223372036854775807 | number + 0 == 9223372036854775807 | true
          9223372036854775807 | number - 1 < 9223372036854775807 | true
          3 | number - 5 < 9223372036854775807 | true
          3 | number - 5 == 0 | false
          3 | number - 5 < 0 | true
          3 | number - 5 == -2 | true
          3 | number - 5 > 9223372036854775808 | false
          3 | number > number - 5 | true
          4611686018427387904 | number * 4 == 0 | false
          4611686018427387904 | number * 2 == 9223372036854775808 | true
          10 | len(text) - 4 < 0 | true
          10 | count(list) + 1 == 3 | true
          """)
  void shouldCalculateBeyond63Bits(long number, String expression, boolean expected)
      throws FilterException {
    assertThat(matches(expression, new Thing(number, "abc", List.of(1, 2)))).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "number == 10",
        "number == 0xa",
        "number == 0XA",
        "number == 012",
        "number eq 10",
        "number != 11",
        "number ne 11",
        "number < 11",
        "number <= 10 && number >= 10",
        "number > 9 and number lt 11 and number le 10 and number ge 10 and number gt 9",
        "number in {1, 2, 10}",
        "number in {1 2 10}",
        "number in (10)",
        "number in [8..12]",
        "not number == 9",
        "!number==9",
        "!!(number == 10)",
        "number==10&&text==abc||number==11",
        "number == 11 && text == abc || number == 10",
        "number == 11 or (number == 10)",
        "text == 'abc'",
        "text == \"abc\"",
        "text contains b",
        "text contains \"b\"",
        "text matches '^A.c$'",
        "text matches \"^\\141[[:lower:]]\\x63$\"",
        "text ~ c$",
        "text > abb",
        "text in {x, abc}",
        "len(text) == 3",
        "len(text) in {1, 3}",
        "list == 2",
        "list != 2",
        "list > 2 and list < 2",
        "not list == 4",
        "len(list) == 3",
        "list",
        "took_ns == 10ns && took_ns < 1us && took_ns < 0.5ms && took_ns < 1s && took_ns < 1min",
        "took_ns == 0.01us",
        "time < 1970-01-01T00:00:01Z",
        "time < '1970-01-01 00:00:01'",
        "time < 1970-01-02",
        "time < 1970-01-01T01:00:00.5+01:00 && time == 10",
        "time <= 0.00000001",
        "signed > -1",
        "number < 1k && number < 1M && number < 1G && number < 1T",
        "number < 1KiB && number < 1MB && number < 1GiB && number < 1TB",
        "number & 2",
        "number + 1 == 11 && number - 1 == 9 && number * 2 == 20 && number / 3 == 3",
        "number % 3 == 1 and number -1 == 9",
        "number - 11 < 0",
        "number == number && not number != number && took_ns == took_ns",
        "number > list && list < number && all number > list && not number == list",
        "number == list + 8 && list == number - 8 && not number == list - 8",
        "list == list && any list != list && not all list == list",
        "len(text) == count(list) && count(list) == list",
        "count(list) == 3 && count(text) == 1 && count(list) + 1 == 4",
        "upper(text) == ABC && lower(text) == abc && not upper(text) == abc",
        "upper(text) contains BC && upper(text) matches ^A && upper(text) in {X, ABC}",
        "number == 10 xor text == x",
        "number == 11 ^^ text == abc",
        "not (number == 10 xor text == abc) && (number == 10 xor list xor text)",
        "number == 10 or number == 10 xor number == 10",
        "number & 0xe == 10",
        "any list != 2",
        "any list == 2",
        "all list > 0",
        "all list in {1..3}",
        "all list != 4",
        "list !== 2",
        "list ~= 2",
        "list any_ne 2",
        "list any_eq 2",
        "number === 10",
        "list all_ne 4",
        "number in {9 .. 11}",
        "number in {9.. 11}",
        "time in {1970-01-01.. \"1970-01-02\"}",
        "text[0] == a",
        "text[0:2] == ab",
        "text[1-2] == bc",
        "text[:2] == ab",
        "text[1:] == bc",
        "text[-2:] == bc",
        "text[-1] == c",
        "text[0,2] == ac",
        "text[0:1,-1:] == ac",
        "text[1:] matches '^B'",
        "text[0:2] contains b",
        "not text[3] == d",
        "not text[2:2] == c",
        "NUMBER == 10"
      })
  void shouldChoose(String expression) throws FilterException {
    assertThat(matches(expression, new Thing(10, "abc", List.of(1, 2, 3)))).isTrue();
    assertThat(matches("not (" + expression + ")", new Thing(10, "abc", List.of(1, 2, 3))))
        .isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          number > 0x7fffffffffffffff | true
          number == 18446744073709551615 | true
          number < 1 | false
          number & 0xff00000000000000 > 1 | true
          number & 0xff00000000000000 > -1 | false
          number & 0xff00000000000000 in {1..18446744073709551615} | true
          number / 1 > 1 && number % 0x8000000000000000 > 1 | true
          number & 0xff00000000000000 <= number | true
          number / 2 <= number | true
          signed & 0xff00000000000000 < 0 | true
          signed < 0 | true
          signed == -1 | true
          """)
  void shouldKnowSigns(String expression, boolean expected) throws FilterException {
    assertThat(matches(expression, new Thing(-1, "", List.of()))).isEqualTo(expected);
  }

  @Test
  void shouldNotChooseByWhatIsAbsent() throws FilterException {
    Thing without = new Thing(0, "", List.of());

    assertThat(matches("list", without)).isFalse();
    assertThat(matches("list == 1", without)).isFalse();
    assertThat(matches("list != 1", without)).isFalse();
    assertThat(matches("len(list) == 0", without)).isTrue();
  }

  @Test
  void shouldAskOneAndTheSamePart() throws FilterException {
    // given a compound of SEQUENCE, PUTFH, WRITE of 5000 bytes and GETATTR
    RpcMessage write = anyMessage();

    assertThat(chosen("nfs.op == WRITE && nfs.data.length == 5000", write)).isTrue();
    assertThat(chosen("nfs.op == PUTFH && nfs.data.length == 5000", write)).isTrue();
    assertThat(chosen("any(nfs.operations: op == WRITE && data.length == 5000)", write)).isTrue();
    assertThat(chosen("any(nfs.operations: op == PUTFH && data.length == 5000)", write)).isFalse();
    assertThat(chosen("any(rpcrdma.read_chunks: any(segments: length == 5000))", write)).isTrue();
    assertThat(chosen("any(rpcrdma.read_chunks.segments: length == 5001)", write)).isFalse();
  }

  @Test
  void shouldTakeAFileHandleAsLinesPrintIt() throws FilterException {
    RpcMessage write = anyMessage();
    String handle =
        new FieldText(",").of(fields.find("nfs.fh").orElseThrow(), write).split(",", -1)[0];

    assertThat(handle).startsWith("0x");
    assertThat(chosen("nfs.fh == " + handle, write)).isTrue();
    assertThat(chosen("nfs.fh == fh:" + handle, write)).isTrue();
    assertThat(chosen("nfs.fh == fh:0x00000001", write)).isFalse();
    assertThat(chosen("any(nfs.operations: fh == fh:" + handle + ")", write)).isTrue();
    assertThat(chosen("any(nfs.operations: fh in {fh:0x1, fh:" + handle + "})", write)).isTrue();
    assertThat(chosen("any(nfs.operations: fh == fh:0x00000001)", write)).isFalse();
    assertThatThrownBy(
            () -> Filter.of("any(rpcrdma.read_chunks.segments: handle == fh:0x1)", fields))
        .isInstanceOf(FilterException.class);
    assertThatThrownBy(() -> Filter.of("rpc.xid == fh:0x1", fields))
        .isInstanceOf(FilterException.class);
  }

  @Test
  void shouldTakeANumberWithoutANameAsItIsPrinted() throws FilterException {
    assertThat(chosen("rpc.auth == \"flavor 390003\"", anyMessage())).isFalse();
    assertThat(chosen("nfs.main_operation == \"op 99\"", anyMessage())).isFalse();
    assertThat(chosen("rpcrdma.error.code == \"error 7\"", anyMessage())).isFalse();
    assertThatThrownBy(() -> Filter.of("rpc.auth == \"AUTH 7\"", fields))
        .isInstanceOf(FilterException.class);
    assertThatThrownBy(() -> Filter.of("rpc.auth == flavour", fields))
        .isInstanceOf(FilterException.class);
  }

  @Test
  void shouldAskForAUnitWhereANameDoesNotSayWhichItIs() throws FilterException {
    assertThat(Filter.of("time_relative > 1s && time_relative >= 0", fields)).isNotNull();
    assertThat(Filter.of("rpc.latency_ns > 1", fields)).isNotNull();
    assertThatThrownBy(() -> Filter.of("time_relative > 1", fields))
        .isInstanceOf(FilterException.class)
        .hasMessageStartingWith("time_relative needs a unit, such as 1ms or 1.5s");
  }

  /** Wireshark 4.0: a name that only it has means what it means there. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          nfs.opcode == 38 | true
          nfs.opcode == WRITE | true
          nfs.opcode != 38 | false
          any nfs.opcode != 38 | true
          nfs.opcode != 25 | true
          nfs.op != WRITE | true
          all nfs.op != WRITE | false
          nfs.opcode & 1 | true
          ip.addr != 192.168.77.1 | false
          addr != 192.168.77.1 | true
          rpc.auth.flavor === 0 | false
          nfs.fhandle[0:2] == 01:00 | true
          frame.time_relative > 0 && frame.time_relative < 1000 | true
          frame.time_epoch > 1795215371 && frame.time_epoch < 1795215381.5 | true
          frame.time > "Nov 20, 2026 22:00:00" && frame.time < 2026-11-21 | true
          ipv6.src | false
          nfs.count3 | false
          nfs.procedure_v4 == 1 | true
          nfs.write.data_length == 5000 | true
          rpc.msgtyp == 0 && rpc.msgtyp == call | true
          """)
  void shouldFollowWiresharkByItsNames(String expression, boolean expected) throws FilterException {
    assertThat(chosen(expression, anyMessage())).isEqualTo(expected);
  }

  @Test
  void shouldSayOnceThatAnotherValueIsTheOneThatIsNotWanted() throws FilterException {
    FilterHints hints = new FilterHints();
    Filter<Thing> filter = Filter.of("list != 2", things(), List.of(), hints);

    assertThat(filter.matches(new Thing(0, "", List.of(1, 3)))).isTrue();
    assertThat(filter.matches(new Thing(0, "", List.of(2)))).isFalse();
    assertThat(hints.said()).isEmpty();
    for (int i = 0; i < 3; i++) {
      assertThat(filter.matches(new Thing(0, "", List.of(1, 2)))).isTrue();
    }
    assertThat(hints.said())
        .containsExactly(
            "list != 2 is also true if one of several values is 2: say all list != 2, or any"
                + " list != 2 if that is meant");
  }

  @Test
  void shouldHintAtNumbersThatNoNameStandsFor() throws Exception {
    // Given a call, when its type is compared with numbers, then that without a name gives a hint.
    FieldRegistry<RpcMessage> fields = MessageFields.registry();
    FilterHints hints = new FilterHints();
    RpcMessage call = RpcSample.call(RpcWords.bareCall(100_003, 3, 0).u32(0, 0, 0, 0));

    assertThat(Filter.of("rpc.type == 1", fields, List.of(), hints).matches(call)).isFalse();
    assertThat(hints.said()).isEmpty();
    assertThat(Filter.of("rpc.type == 0x2", fields, List.of(), hints).matches(call)).isFalse();
    assertThat(Filter.of("rpc.type != 7", fields, List.of(), hints).matches(call)).isTrue();
    assertThat(hints.said())
        .containsExactly(
            "no known value of rpc.type is 0x2, at least in this protocol version: rdmadump fields"
                + " rpc.type lists those",
            "no known value of rpc.type is 7, at least in this protocol version: rdmadump fields"
                + " rpc.type lists those");
  }

  @Test
  void shouldSayThatABooleanIsAlsoPresentIfItIsFalse() throws FilterException {
    FilterHints hints = new FilterHints();
    Filter<RpcMessage> filter = Filter.of("rpcrdma.malformed", fields, List.of(), hints);

    assertThat(filter.matches(anyMessage())).isTrue();
    assertThat(hints.said())
        .containsExactly(
            "rpcrdma.malformed is also present if it is false: say rpcrdma.malformed == true if"
                + " that is meant");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "failed",
        "rpc.complete",
        "all nfs.op != 2",
        "any nfs.op != 2",
        "nfs.opcode != 2",
        "rpc.time > 5"
      })
  void shouldSayNothingOfWhatIsClear(String expression) throws FilterException {
    FilterHints hints = new FilterHints();
    Filter<RpcMessage> filter = Filter.of(expression, fields, List.of(), hints);
    MESSAGES.forEach(filter::matches);

    assertThat(hints.said()).isEmpty();
  }

  @Test
  void shouldWarnOfANumberThatWasMeantAsNanoseconds() throws FilterException {
    FilterHints hints = new FilterHints();
    assertThat(Filter.of("rpc.time > 5000000", fields, List.of(), hints)).isNotNull();

    assertThat(hints.said())
        .containsExactly(
            "rpc.time counts seconds, as in Wireshark, so that 5000000 are seconds; nanoseconds"
                + " are written 5000000ns, or are those of rpc.latency_ns");
  }

  @Test
  void shouldTakeAStatusWithoutANameForAnyThatIsAskedFor() {
    ValueTest isNoSuccess =
        new ValueTest(
            Operator.DIFFERENT,
            OptionalLong.empty(),
            /* isUnsigned= */ true,
            Optional.of("NFS3_OK"),
            Optional.empty(),
            Optional.empty());

    assertThat(isNoSuccess.named(10999, Long::toString)).isTrue();
    assertThat(isNoSuccess.named(2, value -> "NFS3ERR_NOENT")).isTrue();
    assertThat(isNoSuccess.named(2, value -> "NFS4ERR_NOENT")).isFalse();
    assertThat(isNoSuccess.named(0, value -> "NFS3_OK")).isFalse();
  }

  private boolean chosen(String expression, RpcMessage message) throws FilterException {
    return Filter.of(expression, fields).matches(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          nfs.oop == WRITE | no field nfs.oop; did you mean nfs.op? | 0 | 7
          nfs.op == WRIET | nfs.operations.op is never WRIET; did you mean WRITE? rdmadump fields nfs.operations.op lists all | 10 | 15
          nfs.status == NFS4ER_NOENT | nfs.status is never NFS4ER_NOENT; did you mean NFS4ERR_NOENT? rdmadump fields nfs.status lists all | 14 | 26
          nfs.status == NOENT | nfs.status is never NOENT; did you mean nfs.status contains NOENT? | 14 | 19
          nfs.status == estale | nfs.status is never estale; it is one of 162: rdmadump fields nfs.status | 14 | 20
          nfs.status == ESTALE | nfs.status is never ESTALE; did you mean nfs.status contains STALE? | 14 | 20
          nfs.status == E | nfs.status is never E; it is one of 162: rdmadump fields nfs.status | 14 | 15
          nfs.main_operation == WRIET | nfs.main_operation is never WRIET; did you mean WRITE? rdmadump fields nfs.main_operation lists all | 22 | 27
          mount.status == MNT3ERR_ACESS | mount.status is never MNT3ERR_ACESS; did you mean MNT3ERR_ACCES? rdmadump fields mount.status lists all | 16 | 29
          rpc.status == SUCESS | rpc.status is never SUCESS; did you mean SUCCESS? rdmadump fields rpc.status lists all | 14 | 20
          rpc.status == fine | rpc.status is never fine; it is SUCCESS, PROG_UNAVAIL, PROG_MISMATCH, PROC_UNAVAIL, GARBAGE_ARGS, SYSTEM_ERR, RPC_MISMATCH, AUTH_ERROR | 14 | 18
          rpc.auth != AUTH_UNIX | rpc.auth is never AUTH_UNIX; it is AUTH_NONE, AUTH_SYS, AUTH_SHORT, AUTH_DH, RPCSEC_GSS, AUTH_TLS | 12 | 21
          rpc.program_name == NSF | rpc.program_name is never NSF; did you mean NFS? rdmadump fields rpc.program_name lists all | 20 | 23
          rpc.procedure_name == COMPUND | rpc.procedure_name is never COMPUND; did you mean COMPOUND? rdmadump fields rpc.procedure_name lists all | 22 | 29
          rpc.missing.reason == loss | rpc.missing.reason is never loss; did you mean lost? rdmadump fields rpc.missing.reason lists all | 22 | 26
          nfs.data.moved_by == read | nfs.operations.data.moved_by is never read; did you mean read_chunk? rdmadump fields nfs.operations.data.moved_by lists all | 21 | 25
          findings.rule in {bth.psn-gp} | findings.rule is never bth.psn-gp; did you mean bth.psn-gap? rdmadump fields findings.rule lists all | 18 | 28
          nfs.op == FROBNICATE | nfs.operations.op is never FROBNICATE; it is one of 101: rdmadump fields nfs.operations.op | 10 | 20
          failed == false | failed is present only if it is true: ask failed, or not failed | 10 | 15
          rpcrdma.xdi | no field rpcrdma.xdi; did you mean rpcrdma.xid? | 0 | 11
          infiniband.bth.psm == 1 | no field infiniband.bth.psm; rdmadump fields lists all | 0 | 18
          rpc.type == cal | rpc.type is never cal; did you mean call? rdmadump fields rpc.type lists all | 12 | 15
          rpc.length == ten | rpc.length needs an integer, such as 4096, 64k or 0x1000, not ten | 14 | 17
          rpc.program == NFS | rpc.program needs an integer, such as 4096, 64k or 0x1000, not NFS; names are those of rpc.program_name: rpc.program_name == NFS | 15 | 18
          nfs.procedure_v3 == WRITE | nfs.procedure_v3 needs an integer, such as 4096, 64k or 0x1000, not WRITE; names are those of nfs.op: nfs.op == WRITE | 20 | 25
          nfs.fattr3.type == NF3RGE | nfs.fattr3.type is never NF3RGE; did you mean NF3REG? rdmadump fields nfs.fattr3.type lists all | 19 | 25
          icmp | no field icmp; rdmadump does not decode ICMP; --frames -Y 'ip.protocol == 1' chooses its frames | 0 | 4
          _ws.col.Info contains WRITE | no field _ws.col.Info; rdmadump prints such columns by default, without -T fields; of an NFS message they are nfs.op and nfs.path | 0 | 12
          nfs.status in {5..2} | no value is from 5 to 2; did you mean 2..5? | 15 | 19
          rpc.latency_ns in {3, 5ms..1ms} | no value is from 5ms to 1ms; did you mean 1ms..5ms? | 22 | 30
          len(nfs.op) in {3..1} | no value is from 3 to 1; did you mean 1..3? | 16 | 20
          nfs.name in {b..a} | no value is from b to a; did you mean a..b? | 13 | 17
          rpc.length > | expected a value, but the filter ends | 12 | 13
          (rpc | expected ), but the filter ends | 4 | 5
          rpc rpc | rpc and rpc are two fields: write and, or, or an operator between them | 4 | 7
          src 192.168.77.2 | an operator is missing; did you mean src == 192.168.77.2? | 4 | 16
          (src 192.168.77.2) or rpc | an operator is missing; did you mean src == 192.168.77.2? | 5 | 17
          rpc.length & 3 4 | an operator is missing; did you mean rpc.length & 3 == 4? | 15 | 16
          host 192.168.77.2 | no field host; did you mean addr or src or dst? | 0 | 4
          rpc nfs.op == READ | expected an operator such as == or contains, and, or, or the end, not nfs.op | 4 | 10
          rpc ] | expected an operator such as == or contains, and, or, or the end, not ] | 4 | 5
          rpc "a" | expected an operator such as == or contains, and, or, or the end, not " | 4 | 5
          number == 1 is | expected and, or, or the end, not is | 12 | 14
          rpc.length = 3 | = is written == | 11 | 12
          rpc == 3 | rpc has no value of its own: ask if it is present, for its len(), or for one of its fields, such as rpc.type or rpc.xid | 7 | 8
          nfs.version == 4.1 | nfs.version needs an integer, such as 4096, 64k or 0x1000, not 4.1 (nfs.minor_version has what is behind the point) | 15 | 18
          rpc.length contains 3 | rpc.length is unsigned, which contains nothing | 20 | 21
          rpc.length matches 3 | rpc.length is unsigned, and only text has a pattern | 19 | 20
          rpc.auth matches "a(" | not a regular expression: Unclosed group | 20 | 21
          rpc.auth matches "a\\\\1" | not a regular expression: There is no group 1 | 19 | 23
          rpc.auth == "a | the quotation mark is not closed | 12 | 13
          any(nfs.operation: op == READ) | nfs.operation is not there to be looked into; did you mean nfs.operations? | 4 | 17
          any(rpc: op == READ) | rpc has no parts | 4 | 7
          ip.src == foo | ip.src needs an address, such as 192.0.2.1 or fe80::1, or one with a prefix, 192.0.2.0/24, with == or !=, not foo | 10 | 13
          nfs.offset in {-1} | nfs.offset needs an integer, such as 4096, 64k or 0x1000, not -1 | 15 | 17
          src == 300.1.1.1 | src needs an address, such as 192.0.2.1 or fe80::1, or one with a prefix, 192.0.2.0/24, with == or !=, not 300.1.1.1 | 7 | 16
          rpc.complete == maybe | rpc.complete needs true or false, and asked by == or !=, not maybe | 16 | 21
          len(rpc.length) == a | len() is an integer | 19 | 20
          rpc.length > 99999999999999999k | 99999999999999999k is more than any rpc.length | 13 | 31
          rpc.length & x | bits after &, such as 0x02 | 13 | 14
          rpc.length & 3 == x | rpc.length needs an integer, such as 4096, 64k or 0x1000, not x | 18 | 19
          rpc.length & 3 contains 3 | what is calculated is a number, and asked by == or an order | 24 | 25
          rpc.latency_ns * 2 > x | rpc.latency_ns needs a duration, such as 1500 (nanoseconds), 10ms or 1.5s, not x | 21 | 22
          nfs.status & 3 == NFS4_OK | what is calculated is an integer, such as 4096, and has no name | 18 | 25
          rpc.time & 3 | rpc.time is seconds, and only integers have bits | 0 | 8
          rpc.time % 3 == 1 | rpc.time is seconds, and only integers have a remainder | 0 | 8
          nfs.name & 3 | nfs.name is text, and only numbers have bits | 0 | 8
          rpc.length[0:1] == 3 | rpc.length is unsigned, and only text, bytes, ether and addresses have slices | 0 | 10
          nfs.name[a] == b | expected a slice, such as [0:2], [1-3], [-4:] or [3] | 9 | 10
          nfs.name[] == b | expected a slice, such as [0:2], [1-3], [-4:] or [3] | 9 | 10
          nfs.name[1 | expected ] at the end of a slice, such as [0:2], [1-3], [-4:] or [3] | 8 | 9
          nfs.name[0:0] == b | after : comes the number, 1 at least | 9 | 12
          nfs.name[5-2] == b | the slice ends before it begins; did you mean [2-5]? | 9 | 12
          nfs.name[99999999999] == b | expected a slice, such as [0:2], [1-3], [-4:] or [3] | 9 | 20
          nfs.name[0:2] | expected what to compare the slice with, but the filter ends | 13 | 14
          all nfs.op | expected a comparison, but the filter ends | 10 | 11
          all(nfs.operations: op == READ) | all comes before a comparison, without brackets: all nfs.op != WRITE | 0 | 3
          nfs.opcode == WRIET | nfs.opcode is never WRIET; did you mean WRITE? rdmadump fields nfs.opcode lists all | 14 | 19
          rpc.time > soon | rpc.time needs seconds, such as 0.0015, or a number with a unit, such as 1.5ms, not soon | 11 | 15
          rpc in 3 | expected {, not 3 | 7 | 8
          == 3 | expected a field, not = | 0 | 1
          `` | expected a field, but the filter ends | 0 | 1
          """)
  void shouldSayWhatIsWrongAndWhere(String expression, String reason, int start, int end) {
    FilterException wrong =
        catchThrowableOfType(FilterException.class, () -> Filter.of(expression, fields));

    assertThat(wrong.reason()).isEqualTo(reason);
    assertThat(wrong.start()).isEqualTo(start);
    assertThat(wrong.end()).isEqualTo(end);
  }

  @Test
  void shouldShowOnlyTheBeginningOfALongWrongWord() {
    FilterException wrong =
        catchThrowableOfType(
            FilterException.class, () -> Filter.of("a.".repeat(30_000) + "b == 1", fields));

    assertThat(wrong.shown()).containsExactly("  " + "a.".repeat(110), "  ^" + "~".repeat(199));
  }

  @Test
  void shouldMarkThePlace() {
    FilterException wrong =
        catchThrowableOfType(
            FilterException.class, () -> Filter.of("rpc && nfs.oop == WRITE", fields));

    assertThat(wrong.shown()).containsExactly("  rpc && nfs.oop == WRITE", "         ^~~~~~~");
  }

  @Test
  void shouldSayWhoseFieldItIs() {
    FilterException wrong =
        catchThrowableOfType(
            FilterException.class, () -> Filter.of("rpc.xid == 3", things(), List.of(fields)));

    assertThat(wrong.reason()).isEqualTo("rpc.xid is a field of messages, not of things");
  }

  @Test
  void shouldRefuseWhatNobodyWrites() {
    assertThatThrownBy(() -> Filter.of("(".repeat(100_000), fields))
        .isInstanceOf(FilterException.class);
    assertThatThrownBy(() -> Filter.of("(".repeat(1000) + "rpc" + ")".repeat(1000), fields))
        .isInstanceOf(FilterException.class)
        .hasMessageContaining("deep");
    String nested = "(".repeat(20_000) + "a" + ")".repeat(20_000);
    assertThatThrownBy(() -> Filter.of("text matches '" + nested + "'", things()))
        .isInstanceOf(FilterException.class)
        .hasMessageContaining("no pattern: nested too deeply");
  }

  @ParameterizedTest
  @ValueSource(strings = {"^(a+)+$", "(a|aa)+$", "(a*)*b", "(.*a){20}"})
  void shouldGiveUpAPatternThatTakesTooLong(String pattern) throws FilterException {
    Filter<Thing> filter = Filter.of("text matches '" + pattern + "'", things());
    Thing thing = new Thing(0, "a".repeat(5000) + "!", List.of());

    assertThatThrownBy(() -> filter.matches(thing))
        .isInstanceOf(CostlyPatternException.class)
        .hasMessageContaining("too many steps");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "(?:){2000000000}READ",
        "((?:(?:){200}){200}a?){200}",
        "(?=a){0,99999999999}",
        "[{](){10001}",
        "(x{5}){2001,}"
      })
  void shouldRefuseAPatternThatRepeatsAPartTooOften(String pattern) {
    assertThatThrownBy(() -> Filter.of("text matches '" + pattern + "'", things()))
        .isInstanceOf(FilterException.class)
        .hasMessageContaining("no pattern: it repeats a part more than 10000 times");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "^a{1,255}.{0,1000}.{0,1000}.{0,1000}$",
        "(a{1,3}){1,3}",
        "^[a{99999}]+",
        "\\Q{99999}\\E|a{1}",
        "\\x{00061}",
        "\\{99999}|a"
      })
  void shouldTakeAPatternThatRepeatsPartsInTurn(String pattern) throws FilterException {
    assertThat(
            Filter.of("text matches '" + pattern + "'", things())
                .matches(new Thing(0, "aaaa", List.of())))
        .isTrue();
  }

  @Test
  void shouldKnowTheRulesOfLogic() throws FilterException {
    Random random = new Random(7);
    for (int i = 0; i < 2000; i++) {
      String a = test(random);
      String b = test(random);
      Thing thing = new Thing(random.nextInt(4), random.nextBoolean() ? "a" : "b", list(random));
      boolean first = matches(a, thing);
      boolean second = matches(b, thing);

      assertThat(matches(a + " && " + b, thing)).isEqualTo(first && second);
      assertThat(matches(a + " or " + b, thing)).isEqualTo(first || second);
      assertThat(matches("not " + a + " or " + b, thing)).isEqualTo(!first || second);
      assertThat(matches("!(" + a + " and " + b + ")", thing)).isEqualTo(!first || !second);
      assertThat(matches(a + " || " + a + " && " + b, thing)).isEqualTo(first);
    }
  }

  private static String test(Random random) {
    String[] fields = {"number", "signed", "list", "len(list)", "len(text)"};
    String[] operators = {"==", "!=", "<", "<=", ">", ">="};
    return fields[random.nextInt(fields.length)]
        + " "
        + operators[random.nextInt(operators.length)]
        + " "
        + random.nextInt(4);
  }

  private static List<Integer> list(Random random) {
    List<Integer> list = new ArrayList<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      list.add(random.nextInt(4));
    }
    return list;
  }

  @ParameterizedTest
  @CsvSource({
    "192.0.2.1, 192.0.2.1, true",
    "192.0.2.1, 192.0.2.2, false",
    "192.0.2.1, 192.0.2.0/24, true",
    "192.0.2.1, 192.0.3.0/24, false",
    "192.0.2.1, 0.0.0.0/0, true",
    "192.0.2.1, ::ffff:192.0.2.1, true",
    "fe80::1, fe80::1, true",
    "fe80::1, fe80:0:0:0:0:0:0:1, true",
    "fe80::1, fe80::/64, true",
    "fe80::1, fe81::/16, false",
    "fe80::1, ::/0, true",
    "fe80::1, 0.0.0.0/0, false",
    "192.0.2.1, ::/0, false",
    "192.0.2.1, ::/64, false",
    "192.0.2.1, ::ffff:0:0/96, true",
    "lid:3, ::/0, false",
    "lid:3, lid:3, true",
    "lid:3, lid:4, false"
  })
  void shouldKnowAddresses(String value, String asked, boolean expected) {
    assertThat(
            AddressRange.of(asked).orElseThrow().has(AddressRange.of(value).orElseThrow().first()))
        .isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "1.2.3",
        "1.2.3.4.5",
        "256.1.1.1",
        "1.2.3.4/33",
        "1:2",
        "::1::",
        "g::1",
        "fe80::1/129",
        "1:2:3:4:5:6:7:8:9",
        "lid:",
        "lid:65536",
        "1.2.3.",
        "1.2.3.4::",
        "::/",
        "12345::"
      })
  void shouldKnowWhatIsNoAddress(String text) {
    assertThat(AddressRange.of(text)).isEmpty();
  }
}
