package org.rdmadump.analysis.extract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.rdmadump.analysis.Sample;
import org.rdmadump.bytes.Rope;
import org.rdmadump.nfs.FilePath;
import org.rdmadump.nfs.FilePaths;
import org.rdmadump.rpcrdma.RpcExchange;

class MovedFilesTest {
  private static final FileRef FILE =
      new FileRef.ByHandle(Extracted.SERVER, WireBytes.of("handle of a file"));
  private static final Rope DATA = Rope.of(new byte[] {1, 2, 3});

  private final MovedFiles files = new MovedFiles();

  @Test
  void shouldCountAReadPlusOnceHoweverManySegmentsItReturned() {
    files.event(new FileEvent.Read(FILE, 0, DATA, false));
    files.event(new FileEvent.ReadHole(FILE, 3, 100, false, true));
    files.event(new FileEvent.Read(FILE, 103, DATA, false, true));
    files.event(new FileEvent.ReadHole(FILE, 106, 100, true));

    assertThat(file().reads()).isEqualTo(2);
    assertThat(file().readBytes()).isEqualTo(6);
  }

  @Test
  void shouldCountAWriteOnceThatWasAnsweredWhenItCameAgain() {
    files.event(new FileEvent.WroteUnanswered(FILE, 0, DATA, 1));
    files.event(new FileEvent.AnsweredAgain(FILE));
    files.event(new FileEvent.Wrote(FILE, 0, DATA, true, 1));
    files.event(new FileEvent.Wrote(FILE, 3, DATA, true, 1));

    assertThat(file().writes()).isEqualTo(2);
    assertThat(file().writtenBytes()).isEqualTo(6);
  }

  @Test
  void shouldCountItOnTheConnectionThatItWasSentOverFirst() {
    MovedFiles byConnection = MovedFiles.byConnection();
    byConnection.at(over(1), /* isChosen= */ true);
    byConnection.event(new FileEvent.WroteUnanswered(FILE, 0, DATA, 1));
    byConnection.at(over(2), /* isChosen= */ true);
    byConnection.event(new FileEvent.AnsweredAgain(FILE));
    byConnection.event(new FileEvent.Wrote(FILE, 0, DATA, true, 1));

    assertThat(byConnection.files()).extracting(MovedFile::connection).containsExactly(1);
    assertThat(byConnection.files()).extracting(MovedFile::writes).containsExactly(1L);
  }

  @Test
  void shouldCountAnAnswerIfTheCallBeforeItWasNotChosen() {
    files.at(over(1), /* isChosen= */ false);
    files.event(new FileEvent.WroteUnanswered(FILE, 0, DATA, 1));
    files.at(over(1), /* isChosen= */ true);
    files.event(new FileEvent.AnsweredAgain(FILE));
    files.event(new FileEvent.Wrote(FILE, 0, DATA, true, 1));

    assertThat(file().writes()).isEqualTo(1);
  }

  @Test
  void shouldLeaveOutTheBeginningOfAPathThatIsLongerThanThoseOfMessages() {
    String name = "n".repeat(255);
    for (int depth = 0; depth < 40; depth++) {
      files.event(new FileEvent.Named(handle(depth + 1), handle(depth), WireBytes.of(name), false));
    }
    files.event(new FileEvent.Read(handle(40), 0, DATA, false));

    assertThat(file().path()).contains("…/" + String.join("/", name, name, name, name));
  }

  @Test
  void shouldLeaveOutTheBeginningOfANameThatIsLongerThanAPath() {
    byte[] notUtf8 = new byte[ExtractLimits.NAME];
    Arrays.fill(notUtf8, (byte) 0xff);
    files.event(new FileEvent.Named(handle(1), handle(0), WireBytes.of(notUtf8), false));
    files.event(new FileEvent.Read(handle(1), 0, DATA, false));

    assertThat(file().path().orElseThrow()).startsWith("…").hasSize(FilePath.LONGEST + 1);
  }

  @Test
  void shouldHaveALongPathAsTheMessageHadThatMovedTheFile() {
    String name = "n".repeat(255);
    for (int depth = 0; depth < 40; depth++) {
      files.event(new FileEvent.Named(handle(depth + 1), handle(depth), WireBytes.of(name), false));
    }
    FilePath told = FilePaths.below(name, name, name);
    files.event(new FileEvent.Located(handle(40), told));
    files.event(new FileEvent.Read(handle(40), 0, DATA, false));

    assertThat(file().path()).contains(told.text());
  }

  private static FileRef handle(int of) {
    return new FileRef.ByHandle(Extracted.SERVER, WireBytes.of("handle " + of));
  }

  private static RpcExchange over(int connection) {
    return new RpcExchange(
        connection,
        1,
        Optional.of(Sample.call().message()),
        Optional.empty(),
        Optional.empty(),
        List.of(),
        List.of());
  }

  private MovedFile file() {
    assertThat(files.files()).hasSize(1);
    return files.files().get(0);
  }
}
