/** A program on the module path. */
module org.example.consumer {
  requires org.rdmadump;

  exports org.example.consumer;
}
