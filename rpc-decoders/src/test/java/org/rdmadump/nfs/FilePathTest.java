package org.rdmadump.nfs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FilePathTest {
  @Test
  void shouldBePlainIfNothingInItNeedsQuotationMarks() {
    FilePath path = FilePath.ofExport("/export").child("file-1.txt");

    assertThat(path.text()).isEqualTo("/export/file-1.txt");
    assertThat(path.isPlain()).isTrue();
    assertThat(FilePath.inUnknown("file").isPlain()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"a b", "a\"", "a\\x09b", "caf\u00e9", "\u4e2d", "a\u007f"})
  void shouldNotBePlainWithBlanksQuotationMarksBackslashesAndWhatIsBeyondAscii(String name) {
    assertThat(FilePath.ROOT.child(name).isPlain()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"/srv/nfs", "/srv/nfs/", "/srv/nfs//"})
  void shouldNameAnExportAlikeWithAndWithoutASlashAtItsEnd(String mounted) {
    FilePath path = FilePath.ofExport(mounted);

    assertThat(path.text()).isEqualTo("/srv/nfs");
    assertThat(path.filename()).isEqualTo("nfs");
    assertThat(path.child("file").text()).isEqualTo("/srv/nfs/file");
    assertThat(FilePath.ofExport("//").text()).isEqualTo("/");
  }

  @Test
  void shouldNotBePlainIfItIsEmpty() {
    assertThat(FilePath.ofExport("").isPlain()).isFalse();
  }
}
