/** Types declared in XDR, and the compiler of their declarations. */
module org.rdmadump.xdr.schema {
  requires static org.jspecify;

  exports org.rdmadump.xdr.schema;
}
