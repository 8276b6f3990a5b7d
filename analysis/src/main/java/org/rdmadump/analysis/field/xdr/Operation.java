package org.rdmadump.analysis.field.xdr;

import java.util.Optional;
import org.rdmadump.analysis.FirstHandle;
import org.rdmadump.nfs.Nfs4Operation;
import org.rdmadump.nfs.ResultStatus;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.xdr.decode.XdrBytes;
import org.rdmadump.xdr.decode.XdrContent;
import org.rdmadump.xdr.decode.XdrNumber;
import org.rdmadump.xdr.decode.XdrValue;
import org.rdmadump.xdr.schema.XdrProcedure;

/** An operation of a compound, or the one procedure of a message that is none. */
sealed interface Operation {
  /** {@return the message that it is in} */
  RpcMessage message();

  /** {@return number of the operation or procedure} */
  long number();

  /** {@return its name, or the number of one without} */
  String name();

  /** {@return arguments or results} */
  Optional<XdrValue> body();

  /** {@return of results, their status} */
  Optional<XdrNumber> status();

  /** {@return the file handle that it is about} */
  Optional<XdrBytes> handle();

  /** {@return the saved file handle, if it is about that too} */
  Optional<XdrBytes> savedHandle();

  /** {@return its place in the message, from 0} */
  int index();

  /** One of a compound's. */
  record OfCompound(RpcMessage message, Nfs4Operation operation) implements Operation {
    private static final String NAMELESS = "op ";

    @Override
    public long number() {
      return operation.number();
    }

    @Override
    public String name() {
      String name = operation.name();
      return name.startsWith(NAMELESS) ? Long.toString(operation.number()) : name;
    }

    @Override
    public Optional<XdrValue> body() {
      return operation.body();
    }

    @Override
    public Optional<XdrNumber> status() {
      return operation.status();
    }

    @Override
    public Optional<XdrBytes> handle() {
      return operation.handle();
    }

    @Override
    public Optional<XdrBytes> savedHandle() {
      return operation.savedHandle();
    }

    @Override
    public int index() {
      return operation.index();
    }
  }

  /** A procedure. */
  record OfProcedure(RpcMessage message, XdrProcedure procedure, XdrContent content)
      implements Operation {
    @Override
    public long number() {
      return procedure.number();
    }

    @Override
    public String name() {
      return procedure.name();
    }

    @Override
    public Optional<XdrValue> body() {
      return Optional.of(content.tree());
    }

    @Override
    public Optional<XdrNumber> status() {
      return ResultStatus.of(content.tree());
    }

    @Override
    public Optional<XdrBytes> handle() {
      return FirstHandle.of(message);
    }

    @Override
    public Optional<XdrBytes> savedHandle() {
      return Optional.empty();
    }

    @Override
    public int index() {
      return 0;
    }
  }
}
