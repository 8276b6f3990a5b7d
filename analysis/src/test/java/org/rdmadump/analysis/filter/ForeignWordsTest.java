package org.rdmadump.analysis.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmadump.analysis.field.FieldRegistry;
import org.rdmadump.analysis.field.message.MessageFields;
import org.rdmadump.rpcrdma.RpcMessage;

/** What is said to people who know another language of filters. */
class ForeignWordsTest {
  private final FieldRegistry<RpcMessage> fields = MessageFields.registry();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          rpc AND nfs | expected an operator such as == or contains, and, or, or the end, not AND; AND is written and
          number == 1 OR rpc | expected and, or, or the end, not OR; OR is written or
          NOT rpc | expected a field, not NOT; NOT is written not
          number == 1 & rpc | expected and, or, or the end, not &; & is written &&
          and rpc | expected a field, not and
          nfs.op is READ | is is written ==
          nfs.op \u2260 READ | \u2260 is written !=
          rpc.length \u2265 3 | \u2265 is written >=
          nfs.name == \u201ctmp\u201d | quotation marks are written " or '
          nfs.name in {\u2018tmp\u2019} | quotation marks are written " or '
          nfs.op == READ\u00a0and\u00a0! | expected a field, but the filter ends
          rpc.length == 08 | a number that begins with 0 is octal, and has no 8 or 9: 08
          count(nfs.op) == x | count() is an integer
          src in {192.0.2.1..fe80::1} | no value is from 192.0.2.1 to fe80::1: addresses of two versions have no order
          5 == rpc.length | the field comes first: rpc.length == 5
          64k < rpc.length | the field comes first: rpc.length > 64k
          "a b" contains nfs.name | the field comes first: nfs.name contains "a b"
          192.0.2.1 != src or rpc | the field comes first: src != 192.0.2.1
          "a" | expected a field, not "
          nfs.op <> READ | <> is written !=
          nfs.op =~ READ | =~ is written matches, or ~
          nfs.op !in {READ} | !in is written not in
          nfs.op not READ | expected in, not READ
          rpc.latency_ns > 10 ms | a number and its unit have no space between them: 10ms
          rpc.time > 0,5 | a number has no commas; several values are written behind in: in {1, 2}
          (nfs.name == foo bar) | expected and, or, or the end, not bar; a text with spaces is written "foo bar"
          nfs.op == {READ, WRITE} | expected a value, not {; several values are written behind in: in {1, 2}
          nfs.op == READ, WRITE | expected and, or, or the end, not ,; several values are written behind in: in {1, 2}
          nfs.path startswith /a | startswith is written matches, with a pattern such as "^begin"
          rpc.xid == 0a85c64e | a hexadecimal number begins with 0x: 0x0a85c64e
          nfs.name matches (a | expected a value, not (; a text with signs is written in quotation marks
          size(nfs.op) > 1 | no function size; len() and count() are there
          abs(rpc.length) == 1 | no function abs; len(), count(), lower() and upper() are there
          max(rpc.length) > 1 | no function max; any FIELD > 4096 asks for the greatest value, all FIELD > 4096 for the least
          rpc.length + nfs.count > 3 | a number after +
          rpc.length % 0 == 1 | nothing is divided by 0
          rpc.length > 1 + 3 | expected and, or, or the end, not +; a field is calculated with one number: frame.len % 4 == 0
          rpc.length + 1 | expected a comparison, but the filter ends
          lower(rpc.length) == a | rpc.length is unsigned, and only text has lower()
          nfs.name + 1 == 3 | nfs.name is text, and only numbers are calculated with
          rpc.length > rpc.credential.machinename | unsigned and text are not compared by >
          rpc.length > rpcrdma | rpc.length needs an integer, such as 4096, 64k or 0x1000, not rpcrdma
          rpc.length == 10..20 | a range is asked for by in: rpc.length in {10..20}
          rpc.length == 10-20 | a range is asked for by in: rpc.length in {10..20}
          src contains 192.168 | src is address, which contains nothing; addresses with a prefix are src == 192.0.2.0/24
          src > 192.0.2.0/24 | src needs an address, such as 192.0.2.1 or fe80::1, or one with a prefix, 192.0.2.0/24, with == or !=, not 192.0.2.0/24
          src in {192.0.2.9..192.0.2.1} | no value is from 192.0.2.9 to 192.0.2.1; did you mean 192.0.2.1..192.0.2.9?
          nfs.op == OP_WRITE | nfs.operations.op is never OP_WRITE; did you mean WRITE? rdmadump fields nfs.operations.op lists all
          rpcordma.msg_type == NOMSG | rpcordma.msg_type is never NOMSG; did you mean RDMA_NOMSG? rdmadump fields rpcordma.msg_type lists all
          nfs.status == ok | nfs.status is never ok; did you mean nfs.status contains OK?
          nfs.nfsstat4 == NFS4ERR_NOENTRY | nfs.nfsstat4 is never NFS4ERR_NOENTRY; did you mean NFS4ERR_NOENT? rdmadump fields nfs.nfsstat4 lists all
          nfs.mode == rw-r--r-- | nfs.operations.mode is a number, such as 4096, 0644 or 0x1000, not rw-r--r--
          rpc.xid == 0x1122334455 | 0x1122334455 is more than any rpc.xid
          """)
  void shouldSayWhatIsWrittenInstead(String expression, String reason) {
    FilterException wrong =
        catchThrowableOfType(FilterException.class, () -> Filter.of(expression, fields));

    assertThat(wrong.reason()).isEqualTo(reason);
  }

  @ParameterizedTest
  @CsvSource({"644, 1", "0644, 0", "1755, 1", "8644, 0"})
  void shouldHintAtPermissionsThatAreNotOctal(String number, int hints) throws FilterException {
    FilterHints said = new FilterHints();

    Filter<RpcMessage> filter = Filter.of("nfs.mode == " + number, fields, List.of(), said);

    assertThat(filter).isNotNull();
    assertThat(said.said()).hasSize(hints);
  }

  @Test
  void shouldSayHowFlagsAreWritten() {
    FilterException wrong =
        catchThrowableOfType(
            FilterException.class,
            () -> Filter.of("nfs.supported == ACCESS4_READ|ACCESS4_LOOKUP", fields));

    assertThat(wrong.reason())
        .isEqualTo("| is written ||, and several flags are written in quotation marks: \"A|B\"");
  }

  @Test
  void shouldNotTakeAWordBehindAWholeComparisonForPartOfItsValue() {
    FilterException wrong =
        catchThrowableOfType(FilterException.class, () -> Filter.of("nfs.name == \"a\" b", fields));

    assertThat(wrong.reason()).isEqualTo("expected and, or, or the end, not b");
  }
}
