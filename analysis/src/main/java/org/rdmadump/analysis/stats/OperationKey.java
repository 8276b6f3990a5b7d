package org.rdmadump.analysis.stats;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.rdmadump.nfs.Nfs4Compound;
import org.rdmadump.rpcrdma.NvmeExchange;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.RpcSummary;

/**
 * What calls are counted under: the procedure, of compounds of NFS version 4 what they are about.
 *
 * @param program name, such as {@code NFS}, the number where there is none; {@code unknown} where
 *     it was not captured
 * @param version of the program, of callbacks 4
 * @param minorVersion of NFS version 4
 * @param procedure name, such as {@code COMPOUND}, or the number; {@code unknown}
 * @param mainOperation what a compound is about; empty of other procedures, and where it is unknown
 */
public record OperationKey(
    String program,
    OptionalInt version,
    OptionalLong minorVersion,
    String procedure,
    String mainOperation)
    implements Comparable<OperationKey> {
  /** Stands for a program or a procedure that was not captured. */
  public static final String UNKNOWN = "unknown";

  private static final int NFS_4 = 4;
  private static final String CALLBACKS = "NFS_CB";

  private static final String NVME = "NVMe ";

  /** Takes what has no room of its own. */
  public static final OperationKey OTHERS =
      new OperationKey("others", OptionalInt.empty(), OptionalLong.empty(), "", "");

  /** {@return the key of a call or reply with an RPC header} */
  public static OperationKey of(RpcMessage message, RpcSummary rpc) {
    Optional<Nfs4Compound> compound = message.content().compound();
    boolean about = compound.isPresent() && compound.get().main().isPresent();
    return new OperationKey(
        name(rpc.programName(), rpc.program()),
        // A callback's program has version 1 or 4, whatever the minor version (RFC 8881 section
        // 20).
        compound.isPresent() ? OptionalInt.of(NFS_4) : rpc.version(),
        compound.isPresent() ? compound.get().minorVersion() : OptionalLong.empty(),
        name(rpc.procedureName(), rpc.procedure()),
        about ? compound.get().main().get().name() : "");
  }

  /** {@return the key of an NVMe command, whose program is {@code NVMe} and its command set} */
  public static OperationKey of(NvmeExchange exchange) {
    return new OperationKey(
        NVME + exchange.set().label(),
        OptionalInt.empty(),
        OptionalLong.empty(),
        exchange.operation().orElse(UNKNOWN),
        "");
  }

  private static String name(Optional<String> name, OptionalInt number) {
    if (name.isPresent()) {
      return name.get();
    }
    return number.isPresent() ? Integer.toUnsignedString(number.getAsInt()) : UNKNOWN;
  }

  /** {@return whether servers call it} */
  public boolean isCallback() {
    return program.equals(CALLBACKS);
  }

  /** {@return {@code NFS v4.1}} */
  public String protocol() {
    StringBuilder text = new StringBuilder(program);
    if (version.isPresent()) {
      text.append(" v").append(Integer.toUnsignedString(version.getAsInt()));
    }
    if (minorVersion.isPresent()) {
      text.append('.').append(minorVersion.getAsLong());
    }
    return text.toString();
  }

  /** {@return {@code WRITE}: the main operation of a compound, else the procedure} */
  public String operation() {
    return mainOperation.isEmpty() ? procedure : mainOperation;
  }

  /**
   * {@return the protocol as lines name it: {@code program unknown} or {@code program 400123 v1}}
   */
  public String protocolInWords() {
    return protocolInWords(protocol());
  }

  /** {@return the operation as lines name it: {@code procedure unknown} or {@code procedure 99}} */
  public String operationInWords() {
    return operationInWords(protocol(), operation());
  }

  /** {@return protocol and operation as lines name them} */
  public String inWords() {
    return inWords(protocol(), operation());
  }

  /** {@return the same of the names of both} */
  public static String inWords(String protocol, String operation) {
    return (protocolInWords(protocol) + " " + operationInWords(protocol, operation)).strip();
  }

  /** {@return the same of the {@linkplain #protocol() name} of a protocol} */
  public static String protocolInWords(String protocol) {
    return isNameless(protocol) ? "program " + protocol : protocol;
  }

  /**
   * {@return the same of the {@linkplain #operation() name} of an operation; empty if not even the
   * program is known}
   */
  public static String operationInWords(String protocol, String operation) {
    if (operation.equals(UNKNOWN) && protocol.equals(UNKNOWN)) {
      return "";
    }
    boolean isNumbered = isNameless(operation) && !protocol.startsWith(NVME);
    return isNumbered ? "procedure " + operation : operation;
  }

  private static boolean isNameless(String name) {
    return name.equals(UNKNOWN) || (!name.isEmpty() && Character.isDigit(name.charAt(0)));
  }

  // Every call looks its key up several times: what a record has by itself takes far longer.

  @Override
  public int hashCode() {
    return (program.hashCode() * 31 + procedure.hashCode()) * 31 + mainOperation.hashCode();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof OperationKey key
        && mainOperation.equals(key.mainOperation)
        && procedure.equals(key.procedure)
        && program.equals(key.program)
        && version.equals(key.version)
        && minorVersion.equals(key.minorVersion);
  }

  @Override
  public int compareTo(OperationKey other) {
    int byProtocol = protocol().compareTo(other.protocol());
    return byProtocol != 0 ? byProtocol : operation().compareTo(other.operation());
  }
}
