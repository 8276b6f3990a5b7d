package org.rdmadump.analysis.conformance;

/**
 * The cases: those of the groups basic, read and write of {@code nfstest_rdma}. What a suite makes
 * by its own calls, an expression finds here in any capture.
 *
 * <pre>{@code
 * rdmadump --exchanges -Y "$expression" trace.pcap     # what a case is about
 * }</pre>
 *
 * <p>A READ or WRITE is of the size that its data asks for on the wire: one packet, a first and a
 * last, more, or several RDMA operations; over iWARP a packet is an FPDU. A READ for whose data no
 * Write chunk was offered, and a WRITE whose data went in its Send, is of none. A READ whose data
 * was not put in the chunk that was offered (RFC 8166), and a WRITE whose data went in a
 * Position-Zero Read chunk although RPCSEC_GSS did not wrap it, fail the case of their length.
 */
public enum ConformanceCase {
  /** All NFS goes over RDMA, as the rules have it. */
  TRAFFIC("basic.traffic", "NFS goes over RDMA, and keeps the rules", Words.NFS),
  /** EXCHANGE_ID goes without DDP. */
  EXCHANGE_ID(
      "basic.exchange-id",
      "EXCHANGE_ID goes in Sends, a long reply in a Reply chunk",
      "nfs.op == EXCHANGE_ID"),
  /** A directory is listed through a Reply chunk, or inline. */
  READDIR(
      "basic.readdir",
      "READDIR is answered through a Reply chunk, or inline",
      "nfs.op in {READDIR READDIRPLUS}"),
  /** A symbolic link is read through a Write or Reply chunk, or inline. */
  READLINK(
      "basic.readlink",
      "READLINK is answered through a Write or Reply chunk, or inline",
      "nfs.op == READLINK"),
  /** An ACL is asked for with a Reply chunk that can hold it. */
  GETATTR_ACL(
      "basic.getattr-acl",
      "GETATTR of an ACL, or GETACL, offers a Reply chunk",
      "call.nfs.attr_request == FATTR4_ACL || nfs_acl.main_operation == GETACL"),
  /** A READ of one packet. */
  READ_ONE_PACKET("read.one-packet", "READ by a Write chunk: one packet", Words.READ),
  /** A READ of a first and a last packet. */
  READ_TWO_PACKETS("read.two-packets", "READ by a Write chunk: first and last", Words.READ),
  /** A READ of more packets. */
  READ_MANY_PACKETS("read.many-packets", "READ by a Write chunk: three or more", Words.READ),
  /** A READ of several RDMA Writes. */
  READ_MANY_OPERATIONS(
      "read.many-operations", "READ by a Write chunk: several RDMA Writes", Words.READ),
  /** A WRITE of one packet. */
  WRITE_ONE_PACKET("write.one-packet", "WRITE by a Read chunk: one packet", Words.WRITE),
  /** A WRITE of a first and a last packet. */
  WRITE_TWO_PACKETS("write.two-packets", "WRITE by a Read chunk: first and last", Words.WRITE),
  /** A WRITE of more packets. */
  WRITE_MANY_PACKETS("write.many-packets", "WRITE by a Read chunk: three or more", Words.WRITE),
  /** A WRITE of several RDMA Reads. */
  WRITE_MANY_OPERATIONS(
      "write.many-operations", "WRITE by a Read chunk: several RDMA Reads", Words.WRITE);

  /** Expressions that several cases share. */
  private static final class Words {
    static final String NFS = "rpc.program_name in {NFS NFS_ACL NFS_CB}";
    static final String READ = "nfs.op == READ && rpcrdma.write_chunks.segments.length > 0";
    static final String WRITE =
        "nfs.op == WRITE && (rpcrdma.read_chunks.position > 0"
            + " || (rpcrdma.read_chunks.position == 0 && nfs.data.length > 0"
            + " && !rpc.gss.body))";

    private Words() {}
  }

  private final String label;
  private final String title;
  private final String expression;

  ConformanceCase(String label, String title, String expression) {
    this.label = label;
    this.title = title;
    this.expression = expression;
  }

  /** {@return its name in output, {@code group.case}} */
  public String label() {
    return label;
  }

  /** {@return what holds if it passes, in a few words} */
  public String title() {
    return title;
  }

  /**
   * {@return what chooses the exchanges that it is about, as {@code rdmadump --exchanges -Y} takes
   * it; of reads and writes, those of all sizes}
   */
  public String expression() {
    return expression;
  }
}
