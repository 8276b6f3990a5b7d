package org.rdmadump.report.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.rdmadump.analysis.RpcWords.call;
import static org.rdmadump.analysis.RpcWords.reply;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.rdmadump.analysis.RpcSample;
import org.rdmadump.analysis.RpcWords;
import org.rdmadump.rpcrdma.RpcMessage;

/** What is telling about NFS is said in one manner, whatever the version. */
class NfsClausesTest {
  private static final int NFS = 100003;
  private static final int OK = 0;
  private static final byte[] HANDLE = {1, 2, 3, 4};
  private static final String FH = "fh:0xb63cfbcd";

  /** File handle of version 2, which is always of 32 bytes. */
  private static final long[] HANDLE2 = {1, 2, 3, 4, 5, 6, 7, 8};

  private static final String FH2 = "fh:0x30b39143";

  @Test
  void shouldTellReads() throws IOException {
    RpcMessage read2 = RpcSample.call(call(NFS, 2, 6).u32(HANDLE2).u32(4096, 100, 0));
    RpcMessage read3 = RpcSample.call(call(NFS, 3, 6).opaque(HANDLE).u64(4096).u32(100));
    RpcMessage read4 = RpcSample.call(onFile(25).u32(1, 1, 1, 1).u64(4096).u32(100));

    assertThat(said(read2)).isEqualTo(FH2 + " offset 4096 count 100");
    assertThat(said(read3)).isEqualTo(FH + " offset 4096 count 100");
    assertThat(said(read4)).isEqualTo(FH + " offset 4096 count 100");
    byte[] data = new byte[100];
    assertThat(said(read2, reply().u32(OK).u32(new long[17]).opaque(data))).isEqualTo("100 bytes");
    assertThat(said(read3, reply().u32(OK, 0, 100, 1).opaque(data))).isEqualTo("100 bytes, eof");
    assertThat(said(read4, results(25).u32(OK, 1).opaque(data))).isEqualTo("100 bytes, eof");
    assertThat(said(read3, reply().u32(OK, 0, 100, 0).opaque(data))).isEqualTo("100 bytes");
    assertThat(said(read4, results(25).u32(OK, 0).opaque(data))).isEqualTo("100 bytes");
  }

  @Test
  void shouldTellReadsOfNothing() throws IOException {
    RpcMessage read3 = RpcSample.call(call(NFS, 3, 6).opaque(HANDLE).u64(4096).u32(100));
    RpcMessage read4 = RpcSample.call(onFile(25).u32(1, 1, 1, 1).u64(4096).u32(100));

    assertThat(said(read3, reply().u32(OK, 0, 0, 1, 0))).isEqualTo("0 bytes, eof");
    assertThat(said(read4, results(25).u32(OK, 1, 0))).isEqualTo("0 bytes, eof");
  }

  @Test
  void shouldTellWritesAndCommits() throws IOException {
    byte[] data = new byte[100];
    RpcMessage write2 = RpcSample.call(call(NFS, 2, 8).u32(HANDLE2).u32(0, 4096, 0).opaque(data));
    RpcMessage write3 =
        RpcSample.call(call(NFS, 3, 7).opaque(HANDLE).u64(4096).u32(100, 2).opaque(data));
    RpcMessage write4 = RpcSample.call(onFile(38).u32(1, 1, 1, 1).u64(4096).u32(2).opaque(data));
    RpcMessage commit3 = RpcSample.call(call(NFS, 3, 21).opaque(HANDLE).u64(0).u32(0));
    RpcMessage commit4 = RpcSample.call(onFile(5).u64(0).u32(0));

    assertThat(said(write2)).isEqualTo(FH2 + " offset 4096 count 100");
    assertThat(said(write3)).isEqualTo(FH + " offset 4096 count 100 FILE_SYNC");
    assertThat(said(write4)).isEqualTo(FH + " offset 4096 count 100 FILE_SYNC4");
    assertThat(said(write3, reply().u32(OK, 0, 0, 100, 0).u64(7))).isEqualTo("count 100 UNSTABLE");
    assertThat(said(write4, results(38).u32(OK, 100, 0).u64(7))).isEqualTo("count 100 UNSTABLE4");
    assertThat(said(commit3)).isEqualTo(FH + " offset 0 count 0");
    assertThat(said(commit4)).isEqualTo(FH + " offset 0 count 0");
    assertThat(said(commit3, reply().u32(OK, 0, 0).u64(7))).isEqualTo("verf 0x0000000000000007");
    assertThat(said(commit4, results(5).u32(OK).u64(7))).isEqualTo("verf 0x0000000000000007");
  }

  @Test
  void shouldTellNames() throws IOException {
    RpcMessage lookup2 = RpcSample.call(call(NFS, 2, 4).u32(HANDLE2).string("file"));
    RpcMessage lookup3 = RpcSample.call(call(NFS, 3, 3).opaque(HANDLE).string("file"));
    RpcMessage lookup4 = RpcSample.call(onFile(15).string("file"));
    RpcMessage remove3 = RpcSample.call(call(NFS, 3, 12).opaque(HANDLE).string("file"));
    RpcMessage remove4 = RpcSample.call(onFile(28).string("file"));
    RpcMessage rename3 =
        RpcSample.call(call(NFS, 3, 14).opaque(HANDLE).string("a").opaque(HANDLE).string("b"));
    RpcMessage rename4 = RpcSample.call(onFile(29).string("a").string("b"));

    assertThat(said(lookup2)).isEqualTo(FH2 + " name file");
    assertThat(said(lookup3)).isEqualTo(FH + " name file");
    assertThat(said(lookup4)).isEqualTo(FH + " name file");
    assertThat(said(remove3)).isEqualTo(FH + " name file");
    assertThat(said(remove4)).isEqualTo(FH + " name file");
    assertThat(said(rename3)).isEqualTo("from " + FH + " name a to " + FH + " name b");
    assertThat(said(rename4)).isEqualTo(FH + " from a to b");
  }

  @Test
  void shouldTellWhereSymbolicLinksGo() throws IOException {
    RpcMessage readlink2 = RpcSample.call(call(NFS, 2, 5).u32(HANDLE2));
    RpcMessage readlink3 = RpcSample.call(call(NFS, 3, 5).opaque(HANDLE));
    RpcMessage readlink4 = RpcSample.call(onFile(27));
    RpcWords unset = RpcWords.values().u32(0, 0, 0, 0, 0, 0);
    RpcMessage symlink3 =
        RpcSample.call(call(NFS, 3, 10).opaque(HANDLE).string("l").add(unset).string("to/it"));
    RpcMessage symlink4 =
        RpcSample.call(onFile(6).u32(5).string("to/it").string("l").u32(0).u32(0));

    assertThat(said(readlink2, reply().u32(OK).string("to/it"))).isEqualTo("target to/it");
    assertThat(said(readlink3, reply().u32(OK, 0).string("to/it"))).isEqualTo("target to/it");
    assertThat(said(readlink4, results(27).u32(OK).string("to/it"))).isEqualTo("target to/it");
    assertThat(said(symlink3)).isEqualTo(FH + " name l target to/it");
    assertThat(said(symlink4)).isEqualTo(FH + " NF4LNK target to/it name l");
  }

  @Test
  void shouldTellAccess() throws IOException {
    RpcMessage access3 = RpcSample.call(call(NFS, 3, 4).opaque(HANDLE).u32(5));
    RpcMessage access4 = RpcSample.call(onFile(3).u32(5));

    assertThat(said(access3)).isEqualTo(FH + " access READ|MODIFY");
    assertThat(said(access4)).isEqualTo(FH + " access READ|MODIFY");
    assertThat(said(access3, reply().u32(OK, 0, 1))).isEqualTo("access READ");
    assertThat(said(access4, results(3).u32(OK, 5, 1))).isEqualTo("access READ");
  }

  @Test
  void shouldTellWhatIsSoBehindEverythingElse() throws IOException {
    RpcMessage seek = RpcSample.call(onFile(69).u32(1, 1, 1, 1).u64(10).u32(1));
    RpcMessage readdir3 = RpcSample.call(call(NFS, 3, 16).opaque(HANDLE).u64(0, 0).u32(4096));
    RpcMessage readdir4 = RpcSample.call(onFile(26).u64(0, 0).u32(8, 4096).u32(0));

    assertThat(said(seek, results(69).u32(OK, 1).u64(4096))).isEqualTo("offset 4096, eof");
    assertThat(said(readdir3, reply().u32(OK, 0).u64(0).u32(0, 1))).isEqualTo("entries 0, eof");
    assertThat(said(readdir4, results(26).u32(OK).u64(0).u32(0, 1))).isEqualTo("entries 0, eof");
  }

  /** A compound of two operations, PUTFH and the one that is meant, up to its arguments. */
  private static RpcWords onFile(int operation) {
    return call(NFS, 4, 1).u32(0, 2, 2).u32(22).opaque(HANDLE).u32(operation);
  }

  /** The results of such a compound, up to those of the operation that is meant. */
  private static RpcWords results(int operation) {
    return reply().u32(OK, 0, 2).u32(22, OK).u32(operation);
  }

  /** What a line of {@code -v} has behind the status of a reply's main operation. */
  private static String said(RpcMessage call, RpcWords answer) throws IOException {
    return behind(RpcSample.reply(call, answer), "in 1.00 ms; ");
  }

  private static String said(RpcMessage call) throws IOException {
    return behind(call, " B  ");
  }

  private static String behind(RpcMessage message, String text) throws IOException {
    String line = Printed.text(message, 0).strip();
    return line.substring(line.indexOf(text) + text.length());
  }
}
