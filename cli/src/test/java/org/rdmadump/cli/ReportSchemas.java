package org.rdmadump.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SchemaValidatorsConfig;
import com.networknt.schema.SpecVersion.VersionFlag;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import javax.xml.XMLConstants;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.Schema;
import javax.xml.validation.SchemaFactory;
import org.xml.sax.SAXException;

/**
 * What other programs read: SARIF by the schema that OASIS published with version 2.1.0, JUnit XML
 * by what Jenkins takes.
 *
 * @param sarif the schema of SARIF
 * @param junit the schema of JUnit XML
 */
record ReportSchemas(JsonSchema sarif, Schema junit) {
  static ReportSchemas read() throws IOException, SAXException {
    try (InputStream schema =
        ReportSchemas.class.getResourceAsStream("/schema/sarif-schema-2.1.0.json")) {
      return new ReportSchemas(
          JsonSchemaFactory.getInstance(VersionFlag.V7)
              .getSchema(
                  schema, SchemaValidatorsConfig.builder().formatAssertionsEnabled(true).build()),
          SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI)
              .newSchema(ReportSchemas.class.getResource("junit-report.xsd")));
    }
  }

  void assertIsSarif(byte[] report) throws IOException {
    JsonNode log = new ObjectMapper().readTree(report);
    assertThat(log.path("runs").path(0).path("results").isArray()).isTrue();
    assertThat(sarif.validate(log)).isEmpty();
  }

  void assertIsJunit(byte[] report) throws IOException, SAXException {
    junit.newValidator().validate(new StreamSource(new ByteArrayInputStream(report)));
  }
}
