/** A program on the module path. */
module org.example.consumer {
  requires org.rdmadump;
  requires org.rdmadump.verbs;

  exports org.example.consumer;
  exports org.example.consumer.verbs;
}
