package org.rdmadump.rpcrdma.against;

import static org.rdmadump.rpcrdma.build.MessageAssert.assertThat;
import static org.rdmadump.rpcrdma.build.RpcRdmaBuilder.inline;
import static org.rdmadump.rpcrdma.build.RpcRdmaBuilder.nomsg;
import static org.rdmadump.rpcrdma.build.RpcRdmaBuilder.reduced;

import org.rdmadump.rpcrdma.build.Decoded;
import org.rdmadump.rpcrdma.build.Nfs3;
import org.rdmadump.rpcrdma.build.Pattern;
import org.rdmadump.rpcrdma.build.RpcConversation;
import org.rdmadump.rpcrdma.build.Segment;
import org.rdmadump.rpcrdma.build.XdrMessage;

/** NULL, READ of 3000 bytes, WRITE of 3000 bytes, READDIR by Reply chunk; XIDs 1 to 4. */
final class FourCalls {
  static final int NULL = 1;
  static final int READ = 2;
  static final int WRITE = 3;
  static final int READDIR = 4;

  static final byte[] DATA = Pattern.of(2, 3000);
  static final byte[] WRITTEN = Pattern.of(3, 3000);
  static final XdrMessage READ_REPLY = Nfs3.readReply(READ, DATA);
  static final XdrMessage WRITE_CALL = Nfs3.writeCall(WRITE, WRITTEN);
  static final XdrMessage LISTING = Nfs3.readdirReply(READDIR, 60);

  static final Segment READ_MEMORY = Segment.of(0x200, DATA.length);
  static final Segment WRITE_MEMORY = Segment.of(0x300, WRITTEN.length);
  static final Segment LIST_MEMORY = Segment.of(0x400, 32768);

  private FourCalls() {}

  static RpcConversation talk(RpcConversation rpc) {
    call(rpc, NULL);
    rpc.reply(inline(NULL, Nfs3.nullReply(NULL)));
    read(rpc);
    write(rpc);
    call(rpc, READDIR);
    rpc.push(LIST_MEMORY, LISTING.bytes());
    rpc.reply(nomsg(READDIR).replyChunk(LIST_MEMORY.used((int) LISTING.length())));
    return rpc;
  }

  static void call(RpcConversation rpc, int xid) {
    switch (xid) {
      case NULL -> rpc.call(inline(NULL, Nfs3.nullCall(NULL)));
      case READ -> rpc.call(inline(READ, Nfs3.readCall(READ, DATA.length)).writeChunk(READ_MEMORY));
      case WRITE ->
          rpc.call(reduced(WRITE, WRITE_CALL).readChunk(WRITE_CALL.position(0), WRITE_MEMORY));
      default ->
          rpc.call(inline(READDIR, Nfs3.readdirCall(READDIR, 32768)).replyChunk(LIST_MEMORY));
    }
  }

  static void read(RpcConversation rpc) {
    call(rpc, READ);
    rpc.push(READ_MEMORY, DATA);
    rpc.reply(reduced(READ, READ_REPLY).writeChunk(READ_MEMORY));
  }

  static void write(RpcConversation rpc) {
    call(rpc, WRITE);
    rpc.pull(WRITE_MEMORY, WRITTEN);
    rpc.reply(inline(WRITE, Nfs3.writeReply(WRITE, WRITTEN.length)));
  }

  /** Everything is right. */
  static void areWhole(Decoded seen) {
    assertThat(seen.call(NULL)).isWhole(Nfs3.nullCall(NULL));
    assertThat(seen.reply(NULL)).isWhole(Nfs3.nullReply(NULL)).answers(seen.call(NULL));
    assertThat(seen.call(READ)).isWhole(Nfs3.readCall(READ, DATA.length));
    assertThat(seen.reply(READ)).isWhole(READ_REPLY).pushed(3000).answers(seen.call(READ));
    assertThat(seen.call(WRITE)).isWhole(WRITE_CALL).pulled(3000);
    assertThat(seen.reply(WRITE))
        .isWhole(Nfs3.writeReply(WRITE, WRITTEN.length))
        .answers(seen.call(WRITE));
    assertThat(seen.call(READDIR)).isWhole(Nfs3.readdirCall(READDIR, 32768));
    assertThat(seen.reply(READDIR))
        .isWhole(LISTING)
        .pushedReply(LISTING.length())
        .answers(seen.call(READDIR));
  }
}
