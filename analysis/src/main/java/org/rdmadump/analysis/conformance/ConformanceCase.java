package org.rdmadump.analysis.conformance;

import java.util.List;
import java.util.stream.Stream;

/**
 * The conformance cases: the groups basic, read and write of {@code nfstest_rdma}. The suite makes
 * its own calls; here an expression finds the exchanges of a case in any capture.
 *
 * <pre>{@code
 * rdmadump --exchanges -Y "$expression" trace.pcap     # what a case is about
 * }</pre>
 *
 * <p>READ and WRITE have a case for each size: one packet, a first and a last packet, more packets,
 * or several RDMA operations. Over iWARP a packet is an FPDU. No READ case applies if the call
 * offers no Write chunk. No WRITE case applies if the data went inline, or went in a Position-Zero
 * Read chunk because RPCSEC_GSS wrapped it.
 *
 * <p>A READ fails its case if the server put the data in no chunk although the call offered one
 * (RFC 8166). A WRITE fails its case if its data went in a Position-Zero Read chunk although
 * RPCSEC_GSS did not wrap it.
 */
public enum ConformanceCase {
  /** All NFS goes over RDMA and follows the rules. */
  TRAFFIC(Group.TRAFFIC, "basic.traffic", "NFS goes over RDMA, and keeps the rules"),
  /** EXCHANGE_ID uses no DDP. */
  EXCHANGE_ID(
      Group.EXCHANGE_ID,
      "basic.exchange-id",
      "EXCHANGE_ID goes in Sends, a long reply in a Reply chunk"),
  /** READDIR is answered through a Reply chunk or inline. */
  READDIR(Group.READDIR, "basic.readdir", "READDIR is answered through a Reply chunk, or inline"),
  /** READLINK is answered through a Write chunk, a Reply chunk, or inline. */
  READLINK(
      Group.READLINK,
      "basic.readlink",
      "READLINK is answered through a Write or Reply chunk, or inline"),
  /** A call for an ACL offers a Reply chunk with room. */
  GETATTR_ACL(
      Group.GETATTR_ACL, "basic.getattr-acl", "GETATTR of an ACL, or GETACL, offers a Reply chunk"),
  /** READ of one packet. */
  READ_ONE_PACKET(Group.READ, "read.one-packet", "READ by a Write chunk: one packet"),
  /** READ of a first and a last packet. */
  READ_TWO_PACKETS(Group.READ, "read.two-packets", "READ by a Write chunk: first and last"),
  /** READ of three or more packets. */
  READ_MANY_PACKETS(Group.READ, "read.many-packets", "READ by a Write chunk: three or more"),
  /** READ by several RDMA Writes. */
  READ_MANY_OPERATIONS(
      Group.READ, "read.many-operations", "READ by a Write chunk: several RDMA Writes"),
  /** WRITE of one packet. */
  WRITE_ONE_PACKET(Group.WRITE, "write.one-packet", "WRITE by a Read chunk: one packet"),
  /** WRITE of a first and a last packet. */
  WRITE_TWO_PACKETS(Group.WRITE, "write.two-packets", "WRITE by a Read chunk: first and last"),
  /** WRITE of three or more packets. */
  WRITE_MANY_PACKETS(Group.WRITE, "write.many-packets", "WRITE by a Read chunk: three or more"),
  /** WRITE by several RDMA Reads. */
  WRITE_MANY_OPERATIONS(
      Group.WRITE, "write.many-operations", "WRITE by a Read chunk: several RDMA Reads");

  /** Cases with the same expression. The cases of READ and WRITE differ in size, smallest first. */
  enum Group {
    TRAFFIC("rpc.program_name in {NFS NFS_ACL NFS_CB}"),
    EXCHANGE_ID("nfs.op == EXCHANGE_ID"),
    READDIR("nfs.op in {READDIR READDIRPLUS}"),
    READLINK("nfs.op == READLINK"),
    GETATTR_ACL(
        "(call.nfs.attr_request == FATTR4_ACL && nfs.op == GETATTR && !(nfs.op == READDIR))"
            + " || nfs_acl.main_operation == GETACL"),
    READ("nfs.op == READ && rpcrdma.write_chunks.segments.length > 0"),
    WRITE(
        "nfs.op == WRITE && (rpcrdma.read_chunks.position > 0"
            + " || (rpcrdma.read_chunks.position == 0 && nfs.data.length > 0"
            + " && !rpc.gss.body))");

    private final String expression;

    Group(String expression) {
      this.expression = expression;
    }

    /** {@return the cases of the group} */
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

  /** {@return the group of the case} */
  Group group() {
    return group;
  }

  /** {@return the name of the case in output: {@code group.case}} */
  public String label() {
    return label;
  }

  /** {@return what the case verifies, in a few words} */
  public String title() {
    return title;
  }

  /**
   * {@return the filter for the exchanges of the case, for {@code rdmadump --exchanges -Y}} The
   * cases of READ share one filter for all sizes, as do the cases of WRITE.
   */
  public String expression() {
    return group.expression;
  }
}
