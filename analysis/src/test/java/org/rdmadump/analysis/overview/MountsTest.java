package org.rdmadump.analysis.overview;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.rdmadump.rpcrdma.build.Nfs41;
import org.rdmadump.rpcrdma.build.Rpc;
import org.rdmadump.rpcrdma.build.RpcConversation;
import org.rdmadump.rpcrdma.build.RpcRdmaBuilder;
import org.rdmadump.rpcrdma.build.Xdr;

/** What a client mounts, by the calls that lead there. */
class MountsTest {
  private static final int OK = 0;
  private static final int NOENT = 2;
  private static final int GETATTR = 9;
  private static final int GETFH = 10;
  private static final int LOOKUP = 15;
  private static final int LOOKUPP = 16;
  private static final int PUTFH = 22;
  private static final int PUTROOTFH = 24;
  private static final int RENAME = 29;
  private static final int SAVEFH = 32;
  private static final int MAXREAD = 1 << 30;
  private static final int MOUNT = 100005;
  private static final int MNT3ERR_ACCES = 13;
  private static final int NFS3ERR_STALE = 70;

  private final RpcConversation rpc = RpcConversation.connected();
  private int xid;

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  private static Xdr operations(int count) {
    return new Xdr().u32(count);
  }

  private static Xdr words(Xdr to, int... words) {
    for (int each : words) {
      to.u32(each);
    }
    return to;
  }

  private void exchange(Xdr operations, int status, Xdr results) {
    xid++;
    Xdr call = Rpc.call(xid, Nfs41.PROGRAM, Nfs41.VERSION, Nfs41.COMPOUND).string("").u32(1);
    Xdr reply = Rpc.reply(xid).u32(status).string("");
    rpc.call(RpcRdmaBuilder.inline(xid, call.append(operations).message()));
    rpc.reply(RpcRdmaBuilder.inline(xid, reply.append(results).message()));
  }

  private void lookUpFromRoot() {
    exchange(
        words(operations(3), PUTROOTFH, LOOKUP).string("export").u32(GETFH),
        OK,
        words(operations(3), PUTROOTFH, OK, LOOKUP, OK, GETFH, OK).opaque(bytes("export handle")));
  }

  private void lookUp(String directory, String name, int status) {
    int count = status == OK ? 3 : 2;
    Xdr results = words(operations(count), PUTFH, OK, LOOKUP, status);
    exchange(
        operations(3).u32(PUTFH).opaque(bytes(directory)).u32(LOOKUP).string(name).u32(GETFH),
        status,
        status == OK ? words(results, GETFH, OK).opaque(bytes(name + " handle")) : results);
  }

  private void askForLimits(String handle) {
    exchange(
        words(operations(2).u32(PUTFH).opaque(bytes(handle)), GETATTR, 1, MAXREAD),
        OK,
        words(operations(2), PUTFH, OK, GETATTR, OK, 1, MAXREAD).opaque(new byte[Long.BYTES]));
  }

  private List<Mount> found() {
    Mounts mounts = new Mounts();
    rpc.decodeContent().exchanges().forEach(mounts::exchange);
    return mounts.found();
  }

  @Test
  void shouldFollowThePathFromTheRoot() {
    lookUpFromRoot();
    lookUp("export handle", "data", OK);
    askForLimits("data handle");
    askForLimits("data handle");

    assertThat(found())
        .containsExactly(new Mount("192.168.77.1", Optional.of("/export/data"), "NFS v4.1"));
  }

  @Test
  void shouldNotNameWhatWasNotFound() {
    lookUpFromRoot();
    lookUp("export handle", "data", NOENT);
    askForLimits("data handle");

    assertThat(found()).containsExactly(new Mount("192.168.77.1", Optional.empty(), "NFS v4.1"));
  }

  @Test
  void shouldFollowThePathUpwards() {
    lookUpFromRoot();
    exchange(
        words(
            words(operations(4).u32(PUTFH).opaque(bytes("export handle")), LOOKUPP, LOOKUP)
                .string("other"),
            GETFH),
        OK,
        words(operations(4), PUTFH, OK, LOOKUPP, OK, LOOKUP, OK, GETFH, OK).opaque(bytes("other")));
    askForLimits("other");

    assertThat(found())
        .containsExactly(new Mount("192.168.77.1", Optional.of("/other"), "NFS v4.1"));
  }

  @Test
  void shouldNotKeepThePathThatADirectoryHadBefore() {
    lookUpFromRoot();
    exchange(
        words(operations(3), PUTROOTFH, SAVEFH, RENAME).string("export").string("new"),
        OK,
        words(operations(3), PUTROOTFH, OK, SAVEFH, OK, RENAME, OK)
            .u32(1)
            .u64(1)
            .u64(2)
            .u32(1)
            .u64(1)
            .u64(2));
    askForLimits("export handle");

    assertThat(found()).containsExactly(new Mount("192.168.77.1", Optional.of("/new"), "NFS v4.1"));
  }

  private void mount(int version, String path, Xdr results) {
    xid++;
    Xdr call = Rpc.call(xid, MOUNT, version, 1).string(path);
    rpc.call(RpcRdmaBuilder.inline(xid, call.message()));
    rpc.reply(RpcRdmaBuilder.inline(xid, Rpc.reply(xid).append(results).message()));
  }

  @Test
  void shouldBeginAtTheRootOfVersion4WhateverVersion3CallsIt() {
    mount(3, "/srv", new Xdr().u32(OK).opaque(bytes("root handle")).u32(1).u32(1));
    exchange(
        words(operations(4), PUTROOTFH, GETFH, LOOKUP).string("export").u32(GETFH),
        OK,
        words(words(operations(4), PUTROOTFH, OK, GETFH, OK).opaque(bytes("root handle")), LOOKUP)
            .u32(OK)
            .u32(GETFH)
            .u32(OK)
            .opaque(bytes("export handle")));
    askForLimits("export handle");

    assertThat(found()).contains(new Mount("192.168.77.1", Optional.of("/export"), "NFS v4.1"));
  }

  @Test
  void shouldReadThePathOfMnt() {
    mount(3, "/export/three", new Xdr().u32(OK).opaque(bytes("handle")).u32(1).u32(1));
    mount(1, "/export/one", new Xdr().u32(OK).fixed(new byte[32]));

    assertThat(found())
        .containsExactly(
            new Mount("192.168.77.1", Optional.of("/export/three"), "MOUNT"),
            new Mount("192.168.77.1", Optional.of("/export/one"), "MOUNT"));
  }

  @Test
  void shouldSeeNoMountThatTheServerRefused() {
    mount(3, "/secret", new Xdr().u32(MNT3ERR_ACCES));
    xid++;
    Xdr fsinfo = Rpc.call(xid, Nfs41.PROGRAM, 3, 19).opaque(bytes("handle"));
    rpc.call(RpcRdmaBuilder.inline(xid, fsinfo.message()));
    Xdr stale = Rpc.reply(xid).u32(NFS3ERR_STALE).u32(0);
    rpc.reply(RpcRdmaBuilder.inline(xid, stale.message()));

    assertThat(found()).isEmpty();
  }

  @Test
  void shouldSeeNoMountInAnyOtherGetattr() {
    lookUpFromRoot();

    assertThat(found()).isEmpty();
  }
}
