package org.rdmadump.analysis.conformance;

import java.util.List;
import java.util.stream.Stream;

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
  TRAFFIC(Group.TRAFFIC, "basic.traffic", "NFS goes over RDMA, and keeps the rules"),
  /** EXCHANGE_ID goes without DDP. */
  EXCHANGE_ID(
      Group.EXCHANGE_ID,
      "basic.exchange-id",
      "EXCHANGE_ID goes in Sends, a long reply in a Reply chunk"),
  /** A directory is listed through a Reply chunk, or inline. */
  READDIR(Group.READDIR, "basic.readdir", "READDIR is answered through a Reply chunk, or inline"),
  /** A symbolic link is read through a Write or Reply chunk, or inline. */
  READLINK(
      Group.READLINK,
      "basic.readlink",
      "READLINK is answered through a Write or Reply chunk, or inline"),
  /** An ACL is asked for with a Reply chunk that can hold it. */
  GETATTR_ACL(
      Group.GETATTR_ACL, "basic.getattr-acl", "GETATTR of an ACL, or GETACL, offers a Reply chunk"),
  /** A READ of one packet. */
  READ_ONE_PACKET(Group.READ, "read.one-packet", "READ by a Write chunk: one packet"),
  /** A READ of a first and a last packet. */
  READ_TWO_PACKETS(Group.READ, "read.two-packets", "READ by a Write chunk: first and last"),
  /** A READ of more packets. */
  READ_MANY_PACKETS(Group.READ, "read.many-packets", "READ by a Write chunk: three or more"),
  /** A READ of several RDMA Writes. */
  READ_MANY_OPERATIONS(
      Group.READ, "read.many-operations", "READ by a Write chunk: several RDMA Writes"),
  /** A WRITE of one packet. */
  WRITE_ONE_PACKET(Group.WRITE, "write.one-packet", "WRITE by a Read chunk: one packet"),
  /** A WRITE of a first and a last packet. */
  WRITE_TWO_PACKETS(Group.WRITE, "write.two-packets", "WRITE by a Read chunk: first and last"),
  /** A WRITE of more packets. */
  WRITE_MANY_PACKETS(Group.WRITE, "write.many-packets", "WRITE by a Read chunk: three or more"),
  /** A WRITE of several RDMA Reads. */
  WRITE_MANY_OPERATIONS(
      Group.WRITE, "write.many-operations", "WRITE by a Read chunk: several RDMA Reads");

  /** Cases that one expression chooses; those of READ and WRITE differ in size, smallest first. */
  enum Group {
    TRAFFIC("rpc.program_name in {NFS NFS_ACL NFS_CB}"),
    EXCHANGE_ID("nfs.op == EXCHANGE_ID"),
    READDIR("nfs.op in {READDIR READDIRPLUS}"),
    READLINK("nfs.op == READLINK"),
    GETATTR_ACL("call.nfs.attr_request == FATTR4_ACL || nfs_acl.main_operation == GETACL"),
    READ("nfs.op == READ && rpcrdma.write_chunks.segments.length > 0"),
    WRITE(
        "nfs.op == WRITE && (rpcrdma.read_chunks.position > 0"
            + " || (rpcrdma.read_chunks.position == 0 && nfs.data.length > 0"
            + " && !rpc.gss.body))");

    private final String expression;

    Group(String expression) {
      this.expression = expression;
    }

    /** {@return its cases} */
    List<ConformanceCase> cases() {
      return Stream.of(ConformanceCase.values()).filter(each -> each.group == this).toList();
    }
  }

  private final Group group;
  private final String label;
  private final String title;

  ConformanceCase(Group group, String label, String title) {
    this.group = group;
    this.label = label;
    this.title = title;
  }

  /** {@return which cases it is one of} */
  Group group() {
    return group;
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
    return group.expression;
  }
}
