package org.rdmadump.nfs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.rdmadump.xdr.decode.DdpOutcome;
import org.rdmadump.xdr.decode.DdpWalker;
import org.rdmadump.xdr.decode.XdrEnd;
import org.rdmadump.xdr.schema.XdrField;

/** What of a compound may travel in chunks of its own: RFC 8267 section 6.1. */
class Nfs4DdpTest {
  private static final int CREATE = 6;
  private static final int READ = 25;
  private static final int READLINK = 27;
  private static final int PUTFH = 22;
  private static final int WRITE = 38;
  private static final int READ_PLUS = 68;
  private static final int GETXATTR = 72;
  private static final int SETXATTR = 73;
  private static final int LINK = 5;
  private static final int NOENT = 2;

  @Test
  void shouldGiveEachReadAndReadlinkASlot() {
    // Given results of a READ without its data, of a READLINK with its text, and of a failed READ
    Words reply =
        new Words()
            .u32(NOENT)
            .string("")
            .u32(4)
            .u32(PUTFH, 0)
            .u32(READ, 0, 1, 300000)
            .u32(READLINK, 0)
            .string("target")
            .u32(READ, NOENT);

    // When
    Chunks chunks = new Chunks(0);
    DdpOutcome outcome = walk("COMPOUND4res", reply, chunks);

    // Then
    assertThat(chunks.slots).isEqualTo(3);
    assertThat(chunks.items).containsExactly("data 300000", "link 6");
    assertThat(outcome.end()).isEqualTo(XdrEnd.COMPLETE);
  }

  @Test
  void shouldFindTheDataOfWriteAndTheTextOfASymbolicLink() {
    // Given a call without the data of its WRITE
    Words call =
        new Words()
            .string("")
            .u32(0, 3)
            .u32(WRITE)
            .stateid(1, 1)
            .u64(0)
            .u32(2, 1 << 20)
            .u32(CREATE, LINK)
            .string("target")
            .string("name")
            .bitmap()
            .u32(0)
            .u32(READLINK);

    // When
    Chunks chunks = new Chunks(0);
    DdpOutcome outcome = walk("COMPOUND4args", call, chunks);

    // Then
    assertThat(chunks.items).containsExactly("data 1048576", "linkdata 6");
    assertThat(outcome.end()).isEqualTo(XdrEnd.COMPLETE);
  }

  @Test
  void shouldFindNothingInOtherBulkData() {
    // Given
    Words reply =
        new Words()
            .u32(0)
            .string("")
            .u32(2)
            .u32(READ_PLUS, 0, 1, 1, 0)
            .u64(0)
            .opaque(5, 1)
            .u32(GETXATTR, 0)
            .opaque(7, 2);
    Words call = new Words().string("").u32(2, 1).u32(SETXATTR, 0).string("name").opaque(7, 3);

    // When
    Chunks results = new Chunks(0);
    Chunks arguments = new Chunks(0);
    DdpOutcome replied = walk("COMPOUND4res", reply, results);
    DdpOutcome called = walk("COMPOUND4args", call, arguments);

    // Then
    assertThat(results.slots).isZero();
    assertThat(results.items).isEmpty();
    assertThat(arguments.items).isEmpty();
    assertThat(replied.end()).isEqualTo(XdrEnd.COMPLETE);
    assertThat(called.end()).isEqualTo(XdrEnd.COMPLETE);
  }

  private static DdpOutcome walk(String type, Words words, DdpWalker chunks) {
    return Nfs4Value.content(type, words.rope()).walkReduced(chunks);
  }

  /** Says that one item was moved, and notes what it is asked. */
  private static final class Chunks implements DdpWalker {
    private final int moved;
    private final List<String> items = new ArrayList<>();
    private int slots;

    Chunks(int moved) {
      this.moved = moved;
    }

    @Override
    public void slot(XdrField field) {
      slots++;
    }

    @Override
    public boolean isMoved(XdrField field, long position, long length) {
      items.add(field.name() + " " + length);
      return items.size() - 1 == moved;
    }
  }
}
