package org.rdmadump.report.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.analysis.RpcSample;
import org.rdmadump.analysis.RpcWords;
import org.rdmadump.bytes.Absence;
import org.rdmadump.bytes.Rope;
import org.rdmadump.rpc.RpcPrograms;
import org.rdmadump.rpcrdma.RpcMessage;

/** How the values of arguments and results stand in JSON. */
class XdrJsonTest {
  private static final int PORTMAP = 100000;
  private static final int LAST_PROGRAM = 100300;
  private static final int LAST_PROCEDURE = 30;
  private static final int LAST_OPERATION = 80;
  private static final int NFS = 100003;
  private static final int MOUNT = 100005;
  private static final int COMPOUND = 1;
  private static final int PUTFH = 22;
  private static final int GETATTR = 9;
  private static final int ACCESS = 3;
  private static final byte[] HANDLE = {1, 2, 3, 4};

  /** Each name at most once in an object. */
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION);

  @Test
  void shouldPutTheArgumentsOfAProcedureIntoItsOnlyOperation() throws IOException {
    RpcMessage access = RpcSample.call(RpcWords.call(NFS, 3, 4).opaque(HANDLE).u32(0x1f));

    assertThat(content(access, "nfs"))
        .isEqualTo(
            """
            {"version":3,"main_operation":"ACCESS","operations":[{"op":"ACCESS",\
            "fh":"0xb63cfbcd","object":"0xb63cfbcd",\
            "access":"ACCESS3_READ|ACCESS3_LOOKUP|ACCESS3_MODIFY|ACCESS3_EXTEND|ACCESS3_DELETE"}]}\
            """);
  }

  @Test
  void shouldNotTakeTheWordsOfACallForThoseOfAReply() throws IOException {
    // Credential and verifier of the call are word for word the reply's status and verifier.
    RpcMessage call = RpcSample.call(RpcWords.bareCall(NFS, 3, 0).u32(0, 4, 0, 2, 4, 7));
    RpcMessage reply = RpcSample.reply(call, RpcWords.bareReply().u32(4, 0, 2, 4, 7));

    assertThat(lines(call, reply).get(1)).isEqualTo(lines(reply).get(0)).contains("verifier");
  }

  @Test
  void shouldPutTheStatusFirstAndTheHandleOfTheCallIntoResults() throws IOException {
    RpcMessage getattr = RpcSample.call(RpcWords.call(NFS, 3, 1).opaque(HANDLE));
    RpcWords attributes =
        RpcWords.reply()
            .u32(0, 1, 0100644, 1, 1000, 100)
            .u64(1L << 40, -1)
            .u32(8, 1)
            .u64(7, 42)
            .u32(1_772_368_496, 123_456_789, 0, 0, 1, 1_000_000_000);

    assertThat(content(RpcSample.reply(getattr, attributes), "nfs"))
        .isEqualTo(
            """
            {"version":3,"main_operation":"GETATTR","operations":[{"op":"GETATTR",\
            "fh":"0xb63cfbcd","status":"NFS3_OK","obj_attributes":{"type":"NF3REG",\
            "mode":"0100644","nlink":1,"uid":1000,"gid":100,"size":1099511627776,\
            "used":18446744073709551615,"rdev":{"specdata1":8,"specdata2":1},\
            "fsid":"0x0000000000000007","fileid":"0x000000000000002a",\
            "atime":"2026-03-01T12:34:56.123456789Z","mtime":"1970-01-01T00:00:00.000000000Z",\
            "ctime":"1 s + 1000000000 ns"}}]}\
            """);
  }

  @Test
  void shouldLeaveOutOptionalDataThatIsAbsent() throws IOException {
    RpcMessage getattr = RpcSample.call(RpcWords.call(NFS, 3, 4).opaque(HANDLE).u32(1));

    assertThat(content(RpcSample.reply(getattr, RpcWords.reply().u32(0, 0, 1)), "nfs"))
        .contains("\"status\":\"NFS3_OK\",\"access\":\"ACCESS3_READ\"}");
  }

  @Test
  void shouldWriteListsAsArrays() throws IOException {
    RpcMessage export = RpcSample.call(RpcWords.call(MOUNT, 3, 5));
    RpcWords words = RpcWords.reply().u32(1).string("/a").u32(1).string("x").u32(0);

    assertThat(content(RpcSample.reply(export, words.u32(1).string("/b").u32(0).u32(0)), "mount"))
        .contains(
            "\"entries\":[{\"ex_dir\":\"/a\",\"ex_groups\":[{\"gr_name\":\"x\"}]},"
                + "{\"ex_dir\":\"/b\",\"ex_groups\":[]}]");
  }

  @Test
  void shouldWriteResultsThatAreAnArrayAsOne() throws IOException {
    // RPCBPROC_GETSTAT (RFC 1833, 2.2.1): statistics of each version of the protocol.
    RpcMessage getstat = RpcSample.call(RpcWords.call(PORTMAP, 4, 12));

    JsonNode results =
        JSON.readTree(content(RpcSample.reply(getstat, filled(RpcWords.reply(), 0)), "portmap"));

    assertThat(results.at("/operations/0/rpcb_stat_byvers")).hasSize(3);
    assertThat(results.at("/operations/0/rpcb_stat_byvers/2/info")).hasSize(13);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 4, 0x7fffffff, 0xffffffffL})
  void shouldWriteWhateverAnyProcedureTakesAndReturns(long word) throws IOException {
    for (int program = PORTMAP; program <= LAST_PROGRAM; program++) {
      for (int version = 1; version <= 4; version++) {
        for (int procedure = 0; procedure <= LAST_PROCEDURE; procedure++) {
          if (RpcPrograms.procedureName(program, version, procedure).isPresent()) {
            RpcWords words = filled(RpcWords.call(program, version, procedure), word);
            RpcMessage call = RpcSample.call(words);
            JSON.readTree(line(call));
            JSON.readTree(line(RpcSample.reply(call, filled(RpcWords.reply(), word))));
          }
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 4, 0x7fffffff, 0xffffffffL})
  void shouldWriteWhateverAnyOperationTakesAndReturns(long word) throws IOException {
    for (int operation = 0; operation <= LAST_OPERATION; operation++) {
      RpcMessage call = RpcSample.call(filled(compound("", 2).u32(1, operation), word));
      JSON.readTree(line(call));
      RpcWords results = RpcWords.reply().u32(0).string("").u32(1, operation, 0);
      JSON.readTree(line(RpcSample.reply(call, filled(results, word))));
    }
  }

  @Test
  void shouldWriteTextThatJsonEscapes() throws IOException {
    assertThat(name("a\"b\\c")).isEqualTo("\"a\\\"b\\\\c\"");
    assertThat(name("\u00e4\ud83d\ude00")).isEqualTo("\"\u00e4\ud83d\ude00\"");
    assertThat(name("")).isEqualTo("\"\"");
  }

  @Test
  void shouldWriteTextWithControlCharactersOrOtherThanUtf8InHexadecimal() throws IOException {
    assertThat(name("a\n")).isEqualTo("\"0x610a\"");
    assertThat(name("\u007f")).isEqualTo("\"0x7f\"");
    assertThat(name(new byte[] {'a', (byte) 0xe9})).isEqualTo("\"0x61e9\"");
  }

  @Test
  void shouldWriteValuesWithoutNameAsStringsAndSetsOfOtherBitsInHex() throws IOException {
    RpcWords write = RpcWords.call(NFS, 3, 7).opaque(HANDLE).u64(0).u32(0, 9).opaque(new byte[0]);

    assertThat(content(RpcSample.call(write), "nfs")).contains("\"stable\":\"9\",");
    assertThat(content(RpcSample.call(access(0x81)), "nfs"))
        .contains("\"access\":\"ACCESS3_READ|0x80\"");
    assertThat(content(RpcSample.call(access(0)), "nfs")).contains("\"access\":\"0\"");
    assertThat(content(RpcSample.call(access(0xffffffffL)), "nfs"))
        .contains("|ACCESS3_EXECUTE|0xffffff");
  }

  @Test
  void shouldWriteTheOperationsOfACompoundWithTheirHandles() throws IOException {
    RpcWords words =
        compound("", 1).u32(2, PUTFH).opaque(HANDLE).u32(GETATTR, 3, 0x18, 2, 1L << 31);

    assertThat(content(RpcSample.call(words), "nfs"))
        .isEqualTo(
            """
            {"version":4,"minor_version":1,"main_operation":"GETATTR","operations":[\
            {"op":"PUTFH","fh":"0xb63cfbcd","object":"0xb63cfbcd"},\
            {"op":"GETATTR","fh":"0xb63cfbcd","attr_request":["FATTR4_CHANGE","FATTR4_SIZE",\
            "FATTR4_MODE","95"]}]}\
            """);
  }

  @Test
  void shouldWriteTheTagOfACompoundOnlyIfItHasOne() throws IOException {
    assertThat(content(RpcSample.call(compound("mine", 0).u32(0)), "nfs"))
        .isEqualTo("{\"version\":4,\"minor_version\":0,\"tag\":\"mine\",\"operations\":[]}");
    assertThat(content(RpcSample.call(compound("", 0).u32(0)), "nfs")).doesNotContain("tag");
  }

  @Test
  void shouldSayFromWhereOnNothingCouldBeDecoded() throws IOException {
    RpcWords words = compound("", 1).u32(2, ACCESS, 1, 99);

    JsonNode nfs = new ObjectMapper().readTree(content(RpcSample.call(words), "nfs"));

    assertThat(nfs.at("/operations/0/access").asText()).isEqualTo("ACCESS4_READ");
    assertThat(nfs.at("/operations/1/op").asText()).isEqualTo("99");
    assertThat(nfs.at("/undecoded_from").asLong()).isEqualTo(64);
  }

  @ParameterizedTest
  @ValueSource(ints = {9, 10, 11, 12})
  void shouldLeaveOutAnOperationWhoseNumberIsAbsent(int missing) throws IOException {
    assertThat(operationsOfACutCall(missing)).containsExactly("PUTFH");
    assertThat(operationsOfACutCall(8)).containsExactly("PUTFH", "GETATTR");
  }

  /** Names of the operations, all of them objects, of a call that lacks bytes at its end. */
  private List<String> operationsOfACutCall(int missing) throws IOException {
    RpcWords words = compound("", 1).u32(2, PUTFH).opaque(HANDLE).u32(GETATTR, 1, 0x18);
    Rope whole = words.rope();
    Rope cut =
        Rope.builder()
            .add(whole.slice(0, whole.length() - missing))
            .addHole(missing, Absence.TRUNCATED)
            .build();

    JsonNode nfs =
        new ObjectMapper().readTree(content(RpcSample.cutCall(RpcSample.call(words), cut), "nfs"));

    List<String> names = new ArrayList<>();
    nfs.at("/operations").forEach(each -> names.add(each.path("op").asText()));
    return names;
  }

  @Test
  void shouldWriteCredentialsAndWhatRpcsecGssDid() throws IOException {
    RpcWords sys = RpcWords.values().u32(7).string("host").u32(1000, 100, 1, 24);
    RpcWords gss = RpcWords.values().u32(1, 0, 5, 3).opaque(HANDLE);
    RpcWords encrypted =
        RpcWords.bareCall(NFS, 3, 1).u32(6).opaque(gss).u32(6).opaque(HANDLE).opaque(new byte[8]);

    assertThat(line(RpcSample.call(RpcWords.bareCall(NFS, 3, 0).u32(1).opaque(sys).u32(0, 0))))
        .contains(
            "\"credential\":{\"flavor\":\"AUTH_SYS\",\"stamp\":\"0x00000007\","
                + "\"machinename\":\"host\",\"uid\":1000,\"gid\":100,\"gids\":[24]}")
        .doesNotContain("verifier");
    assertThat(line(RpcSample.call(encrypted)))
        .contains(
            "\"credential\":{\"flavor\":\"RPCSEC_GSS\",\"version\":1,"
                + "\"gss_proc\":\"RPCSEC_GSS_DATA\",\"seq_num\":5,"
                + "\"service\":\"rpc_gss_svc_privacy\",\"handle\":\"0x01020304\"},"
                + "\"verifier\":{\"flavor\":\"RPCSEC_GSS\",\"body\":\"0x01020304\"},"
                + "\"gss\":{\"body\":\"privacy\",")
        .doesNotContain("\"nfs\"");
  }

  @Test
  void shouldWriteTheVerifierOfAReplyButNotOfADenial() throws IOException {
    RpcMessage call = RpcSample.call(RpcWords.call(NFS, 3, 0));
    RpcWords accepted = RpcWords.bareReply().u32(6).opaque(HANDLE).u32(0);
    RpcWords denied = RpcWords.denial().u32(1, 5);

    assertThat(line(RpcSample.reply(call, accepted)))
        .contains("\"verifier\":{\"flavor\":\"RPCSEC_GSS\",\"body\":\"0x01020304\"}");
    assertThat(line(RpcSample.reply(call, denied))).doesNotContain("verifier");
  }

  @ParameterizedTest
  @EnumSource(DataForm.class)
  void shouldWriteBulkDataAsItsLengthAndItsBytesIfTheyAreWanted(DataForm form) throws IOException {
    RpcWords write =
        RpcWords.call(NFS, 3, 7).opaque(HANDLE).u64(0).u32(3, 2).opaque(new byte[] {1, 2, -1});
    String bytes =
        switch (form) {
          case NONE -> "";
          case HEX -> ",\"hex\":\"0102ff\"";
          case BASE64 -> ",\"base64\":\"AQL/\"";
        };

    assertThat(line(RpcSample.call(write), form, false))
        .contains(
            "\"data\":{\"length\":3,\"complete\":true,\"missing\":[],\"moved_by\":\"inline\""
                + bytes
                + "}}]}");
  }

  @Test
  void shouldWriteTheDigestOfBulkDataIfItIsWanted() throws IOException {
    RpcWords write = RpcWords.call(NFS, 3, 7).opaque(HANDLE).u64(0).u32(3, 2).string("abc");

    assertThat(line(RpcSample.call(write), DataForm.NONE, true))
        .contains(
            "\"sha256\":\"ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad\"}");
  }

  @Test
  void shouldWriteWhatALinkPointsTo() throws IOException {
    RpcMessage readlink = RpcSample.call(RpcWords.call(NFS, 3, 5).opaque(HANDLE));

    assertThat(content(RpcSample.reply(readlink, RpcWords.reply().u32(0, 0).string("../x")), "nfs"))
        .contains("\"moved_by\":\"inline\",\"text\":\"../x\"}");
  }

  /** One word again and again behind what is there. */
  private static RpcWords filled(RpcWords words, long word) {
    long[] body = new long[100];
    Arrays.fill(body, word);
    return words.u32(body);
  }

  private static RpcWords access(long bits) {
    return RpcWords.call(NFS, 3, 4).opaque(HANDLE).u32(bits);
  }

  private static RpcWords compound(String tag, int minorVersion) {
    return RpcWords.call(NFS, 4, COMPOUND).string(tag).u32(minorVersion);
  }

  private static String name(String text) throws IOException {
    return name(text.getBytes(StandardCharsets.UTF_8));
  }

  private static String name(byte[] text) throws IOException {
    String all =
        content(RpcSample.call(RpcWords.call(NFS, 3, 3).opaque(HANDLE).opaque(text)), "nfs");
    String field = "\"name\":";
    int at = all.indexOf(field) + field.length();
    return all.substring(at, all.indexOf("}}", at));
  }

  /** One field of a message as it was written. */
  private static String content(RpcMessage message, String protocol) throws IOException {
    return new ObjectMapper().readTree(line(message)).get(protocol).toString();
  }

  private static String line(RpcMessage message) throws IOException {
    return line(message, DataForm.NONE, false);
  }

  private static String line(RpcMessage message, DataForm form, boolean digest) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    JsonRecordWriter writer = new JsonRecordWriter(bytes, false, false, form, digest);
    writer.begin();
    writer.message(message);
    writer.end();
    return bytes.toString(StandardCharsets.UTF_8);
  }

  /** What one writer makes of messages, one after the other. */
  private static List<String> lines(RpcMessage... messages) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    JsonRecordWriter writer = new JsonRecordWriter(bytes, false, false);
    for (RpcMessage each : messages) {
      writer.message(each);
    }
    writer.end();
    return bytes.toString(StandardCharsets.UTF_8).lines().toList();
  }
}
