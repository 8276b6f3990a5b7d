package org.rdmadump.rpcrdma.build;

/**
 * A COMPOUND of NFS version 4.1, or its reply, operation by operation (RFC 8881 section 16.2).
 *
 * <pre>{@code
 * XdrMessage call = Nfs41.call(xid).sequence().putfh().write(data).getattr().message();
 * XdrMessage reply = Nfs41.reply(xid).sequence().putfh().write(data.length).getattr().message();
 * }</pre>
 */
public final class Nfs41 {
  public static final int PROGRAM = 100003;
  public static final int VERSION = 4;
  public static final int COMPOUND = 1;

  /** A program number that a client picked for callbacks. */
  public static final int CALLBACK_PROGRAM = 0x40000000;

  private static final int OK = 0;
  private static final int ERR_IO = 5;
  private static final int GETATTR = 9;
  private static final int OPEN_CONFIRM = 20;
  private static final int PUTFH = 22;
  private static final int READ = 25;
  private static final int READLINK = 27;
  private static final int WRITE = 38;
  private static final int SEQUENCE = 53;
  private static final int READ_PLUS = 68;
  private static final int LISTXATTRS = 74;
  private static final int NOBODYS = 99;
  private static final int ILLEGAL = 10044;
  private static final byte[] HANDLE = Pattern.of(41, 28);
  private static final byte[] STATE = Pattern.of(42, 16);
  private static final byte[] SESSION = Pattern.of(43, 16);

  private Nfs41() {}

  /** {@return a call without operations} */
  public static Call call(int xid) {
    return new Call(Rpc.call(xid, PROGRAM, VERSION, COMPOUND));
  }

  /** {@return a call of the server to its client (RFC 8167): CB_COMPOUND with CB_SEQUENCE} */
  public static XdrMessage callback(int xid) {
    return Rpc.call(xid, CALLBACK_PROGRAM, 1, COMPOUND)
        .string("")
        .u32(1)
        .u32(0)
        .u32(1)
        .u32(11)
        .fixed(SESSION)
        .u32(1)
        .u32(0)
        .u32(0)
        .bool(false)
        .u32(0)
        .message();
  }

  /** {@return its reply} */
  public static XdrMessage callbackReply(int xid) {
    return Rpc.reply(xid)
        .u32(OK)
        .string("")
        .u32(1)
        .u32(11)
        .u32(OK)
        .fixed(SESSION)
        .u32(1)
        .u32(0)
        .u32(0)
        .u32(0)
        .message();
  }

  /** {@return a reply without results} */
  public static Reply reply(int xid) {
    return new Reply(Rpc.reply(xid));
  }

  /** Arguments of a COMPOUND. */
  public static final class Call {
    private final Xdr header;
    private final Xdr operations = new Xdr();
    private final Compound compound;
    private int minorVersion = 1;

    private Call(Xdr header) {
      this.header = header;
      this.compound = new Compound(operations);
    }

    /** Makes it a call of another minor version. */
    public Call minorVersion(int other) {
      minorVersion = other;
      return this;
    }

    /** Adds SEQUENCE. */
    public Call sequence() {
      return sequence(1);
    }

    /** Adds SEQUENCE with a number. */
    public Call sequence(int number) {
      compound.operation(SEQUENCE).fixed(SESSION).u32(number).u32(0).u32(0).bool(false);
      return this;
    }

    /** Adds PUTFH. */
    public Call putfh() {
      compound.operation(PUTFH).opaque(HANDLE);
      return this;
    }

    /** Adds READ. */
    public Call read(int count) {
      compound.operation(READ).fixed(STATE).u64(0).u32(count);
      return this;
    }

    /** Adds READ_PLUS, which is of minor version 2. */
    public Call readPlus(int count) {
      compound.operation(READ_PLUS).fixed(STATE).u64(0).u32(count);
      return this;
    }

    /** Adds READLINK. */
    public Call readlink() {
      compound.operation(READLINK);
      return this;
    }

    /** Adds an operation that no minor version has. */
    public Call unknown() {
      compound.operation(NOBODYS);
      return this;
    }

    /** Adds OPEN_CONFIRM, which minor versions behind 0 forbid. */
    public Call openConfirm() {
      compound.operation(OPEN_CONFIRM).fixed(STATE).u32(1);
      return this;
    }

    /** Adds LISTXATTRS, which RFC 8276 added to minor version 2. */
    public Call listxattrs() {
      compound.operation(LISTXATTRS).u64(0).u32(4096);
      return this;
    }

    /** Adds WRITE, whose data is the next item. */
    public Call write(byte[] data) {
      compound.operation(WRITE).fixed(STATE).u64(0).u32(2).item(data);
      return this;
    }

    /** Adds GETATTR. */
    public Call getattr() {
      compound.operation(GETATTR).u32(2).u32(0x0010011a).u32(0x00b0a23a);
      return this;
    }

    /** {@return the whole call} */
    public XdrMessage message() {
      return compound.message(header.string("").u32(minorVersion));
    }
  }

  /** Results of a COMPOUND. */
  public static final class Reply {
    private final Xdr header;
    private final Xdr operations = new Xdr();
    private final Compound compound;
    private int status = OK;

    private Reply(Xdr header) {
      this.header = header;
      this.compound = new Compound(operations);
    }

    /** Adds SEQUENCE. */
    public Reply sequence() {
      result(SEQUENCE).fixed(SESSION).u32(1).u32(0).u32(0).u32(0).u32(0);
      return this;
    }

    /** Adds PUTFH. */
    public Reply putfh() {
      result(PUTFH);
      return this;
    }

    /** Adds READ, whose data is the next item. */
    public Reply read(byte[] data) {
      result(READ).bool(true).item(data);
      return this;
    }

    /** Adds READ_PLUS with one segment of data. */
    public Reply readPlus(byte[] data) {
      result(READ_PLUS).bool(true).u32(1).u32(0).u64(0).opaque(data);
      return this;
    }

    /** Adds READLINK, whose text is the next item. */
    public Reply readlink(byte[] text) {
      result(READLINK).item(text);
      return this;
    }

    /** Adds READ that failed, which ends the compound. */
    public Reply readError() {
      status = ERR_IO;
      compound.operation(READ).u32(ERR_IO);
      return this;
    }

    /** Adds the answer to what is no operation, which ends the compound. */
    public Reply illegal() {
      status = ILLEGAL;
      compound.operation(ILLEGAL).u32(ILLEGAL);
      return this;
    }

    /** Adds WRITE. */
    public Reply write(int count) {
      result(WRITE).u32(count).u32(2).u64(0x0102030405060708L);
      return this;
    }

    /** Adds GETATTR. */
    public Reply getattr() {
      result(GETATTR).u32(2).u32(0x0010011a).u32(0x00b0a23a).opaque(Pattern.of(9, 112));
      return this;
    }

    private Xdr result(int operation) {
      return compound.operation(operation).u32(OK);
    }

    /** {@return the whole reply} */
    public XdrMessage message() {
      return compound.message(header.u32(status).string(""));
    }
  }

  private static final class Compound {
    private final Xdr operations;
    private int count;

    Compound(Xdr operations) {
      this.operations = operations;
    }

    Xdr operation(int number) {
      count++;
      return operations.u32(number);
    }

    XdrMessage message(Xdr header) {
      return header.u32(count).append(operations).message();
    }
  }
}
