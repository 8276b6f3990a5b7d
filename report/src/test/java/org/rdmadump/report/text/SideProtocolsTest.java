package org.rdmadump.report.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.rdmadump.analysis.RpcWords.call;
import static org.rdmadump.analysis.RpcWords.reply;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.rdmadump.analysis.RpcSample;
import org.rdmadump.analysis.RpcWords;
import org.rdmadump.rpcrdma.RpcMessage;

/** What the line of a message says about protocols that no shipped capture has. */
class SideProtocolsTest {
  private static final int PORTMAP = 100000;
  private static final int NFS = 100003;
  private static final int MOUNT = 100005;
  private static final int NLM = 100021;
  private static final int NSM = 100024;
  private static final byte[] HANDLE = {1, 2, 3, 4};
  private static final byte[] COOKIE = {0, 0, 0, 5};

  @Test
  void shouldTellWhatIsMounted() throws IOException {
    RpcMessage mnt = RpcSample.call(call(MOUNT, 3, 1).string("/export/with space"));

    assertThat(said(mnt)).isEqualTo("MOUNT v3 MNT \"/export/with space\"");
    assertThat(said(mnt, reply().u32(0).opaque(HANDLE).u32(2, 1, 390003)))
        .isEqualTo("MOUNT v3 MNT MNT3_OK; fh:0xb63cfbcd auth AUTH_SYS RPCSEC_GSS_KRB5");
    assertThat(said(mnt, reply().u32(13))).isEqualTo("MOUNT v3 MNT MNT3ERR_ACCES");
  }

  @Test
  void shouldTellWhatIsMountedWithEarlierVersions() throws IOException {
    for (int version = 1; version <= 2; version++) {
      RpcMessage mnt = RpcSample.call(call(MOUNT, version, 1).string("/export"));

      assertThat(said(mnt, reply().u32(0, 0, 0, 0, 0, 0, 0, 0, 0)))
          .isEqualTo("MOUNT v" + version + " MNT MNT_OK; fh:0x190a55ad");
      assertThat(said(mnt, reply().u32(13))).isEqualTo("MOUNT v" + version + " MNT MNTERR_ACCES");
      assertThat(said(mnt, reply().u32(77))).isEqualTo("MOUNT v" + version + " MNT 77");
    }
  }

  @Test
  void shouldCountExportsAndMounts() throws IOException {
    RpcMessage export = RpcSample.call(call(MOUNT, 3, 5));
    RpcMessage dump = RpcSample.call(call(MOUNT, 1, 2));
    RpcWords exports = reply().u32(1).string("/a").u32(1).string("@net").u32(0);

    assertThat(said(export, exports.u32(1).string("/b").u32(0).u32(0)))
        .isEqualTo("MOUNT v3 EXPORT SUCCESS; entries 2");
    assertThat(said(dump, reply().u32(1).string("host").string("/a").u32(0)))
        .isEqualTo("MOUNT v1 DUMP SUCCESS; entries 1");
  }

  @Test
  void shouldTellWhichRangeIsLocked() throws IOException {
    RpcMessage lock = RpcSample.call(lock(call(NLM, 4, 2).opaque(COOKIE).u32(0, 1)).u32(0, 7));
    RpcMessage test = RpcSample.call(lock(call(NLM, 4, 1).opaque(COOKIE).u32(1)));
    RpcMessage unlock = RpcSample.call(lock(call(NLM, 4, 4).opaque(COOKIE)));

    assertThat(said(lock))
        .isEqualTo("NLM v4 LOCK fh:0xb63cfbcd svid 17 offset 0 length 4096, exclusive");
    assertThat(said(lock, reply().opaque(COOKIE).u32(1)))
        .isEqualTo("NLM v4 LOCK SUCCESS; NLM4_DENIED");
    assertThat(said(test, reply().opaque(COOKIE).u32(1, 1, 99).string("2@other").u64(0, 512)))
        .isEqualTo("NLM v4 TEST SUCCESS; NLM4_DENIED svid 99 offset 0 length 512, exclusive");
    assertThat(said(unlock)).isEqualTo("NLM v4 UNLOCK fh:0xb63cfbcd svid 17 offset 0 length 4096");
  }

  @Test
  void shouldTellWhatIsShared() throws IOException {
    RpcWords share =
        call(NLM, 4, 20).opaque(COOKIE).string("client1").opaque(HANDLE).string("1@client1");
    RpcMessage message = RpcSample.call(share.u32(1, 2, 0));

    assertThat(said(message)).isEqualTo("NLM v4 SHARE fh:0xb63cfbcd mode fsm_DR access fsa_W");
    assertThat(said(message, reply().opaque(COOKIE).u32(0, 3)))
        .isEqualTo("NLM v4 SHARE SUCCESS; NLM4_GRANTED");
    assertThat(said(RpcSample.call(call(NLM, 4, 23).string("client1").u32(3))))
        .isEqualTo("NLM v4 FREE_ALL name client1 state 3");
  }

  @Test
  void shouldTellLocksOf32BitsToo() throws IOException {
    RpcWords words = call(NLM, 1, 4).opaque(COOKIE).string("client1").opaque(HANDLE);

    assertThat(said(RpcSample.call(words.string("1@client1").u32(17, 4096, 8192))))
        .isEqualTo("NLM v1 UNLOCK fh:0xb63cfbcd svid 17 offset 4096 length 8192");
  }

  @Test
  void shouldTellWhatIsMonitored() throws IOException {
    RpcWords mon = call(NSM, 1, 2).string("server").string("client").u32(100021, 4, 24);
    RpcMessage message = RpcSample.call(mon.u32(1, 2, 3, 4));

    assertThat(said(message)).isEqualTo("NSM v1 MON server");
    assertThat(said(message, reply().u32(0, 5))).isEqualTo("NSM v1 MON SUCCESS; state 5 STAT_SUCC");
    assertThat(said(RpcSample.call(call(NSM, 1, 6).string("server").u32(7))))
        .isEqualTo("NSM v1 NOTIFY server state 7");
  }

  @Test
  void shouldTellWhichPortIsAskedFor() throws IOException {
    RpcMessage port = RpcSample.call(call(PORTMAP, 2, 3).u32(NFS, 3, 6, 0));
    RpcMessage dump = RpcSample.call(call(PORTMAP, 2, 4));

    assertThat(said(port)).isEqualTo("PORTMAP v2 GETPORT prog 100003 vers 3 prot TCP port 0");
    assertThat(said(port, reply().u32(2049))).isEqualTo("PORTMAP v2 GETPORT SUCCESS; port 2049");
    assertThat(said(dump, reply().u32(1, NFS, 3, 6, 2049, 1, MOUNT, 3, 17, 20048, 0)))
        .isEqualTo("PORTMAP v2 DUMP SUCCESS; entries 2");
  }

  @Test
  void shouldTellUniversalAddresses() throws IOException {
    RpcWords words = call(PORTMAP, 4, 3).u32(NFS, 4).string("rdma").string("").string("");
    RpcMessage message = RpcSample.call(words);

    assertThat(said(message))
        .isEqualTo("PORTMAP v4 GETADDR prog 100003 vers 4 r_netid rdma r_addr \"\"");
    assertThat(said(message, reply().string("192.168.77.1.78.49")))
        .isEqualTo("PORTMAP v4 GETADDR SUCCESS; 192.168.77.1.78.49");
  }

  private static RpcWords lock(RpcWords words) {
    return words.string("client1").opaque(HANDLE).string("1@client1").u32(17).u64(0, 4096);
  }

  private static String said(RpcMessage call, RpcWords answer) throws IOException {
    return said(RpcSample.reply(call, answer));
  }

  /** What stands on the line, the columns before the program and lengths left out. */
  private static String said(RpcMessage message) throws IOException {
    String line = Printed.text(message, 0).strip();
    return line.substring(
            line.indexOf(message.rpc().orElseThrow().call() ? "call  " : "reply ") + 6)
        .strip()
        .replaceFirst(" +\\d+ B ?", "")
        .replaceFirst(" in \\d+\\.\\d+ ms", "")
        .replaceAll(" +", " ");
  }
}
