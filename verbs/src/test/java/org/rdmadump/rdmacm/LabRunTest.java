package org.rdmadump.rdmacm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.rdmadump.natives.Run;
import org.rdmadump.testing.Needs;

/**
 * What {@code testdata/lab/run} does with guests that misbehave: in place of QEMU there is a script
 * that is told what its guests do.
 */
@Timeout(120)
class LabRunTest {
  private static final Path LAB = Path.of("..", "testdata", "lab");
  private static final int SKIPPED = 77;

  /** Boots as PLAN says; then each case ends well, and the kernel has said what PLAN says. */
  private static final String GUEST =
      """
      #!/bin/bash
      case "$*" in *'-device help'*) echo virtio-9p-pci; exit ;; esac
      for each; do
        case $each in
          *mount_tag=lab,*) folder=${each#*path=} folder=${folder%%,*} ;;
          *lab.role=*) role=${each##*lab.role=} ;;
          *server=on*) perl -e 'use Socket; socket(S, PF_UNIX, SOCK_STREAM, 0); bind(S, sockaddr_un($ARGV[0]));' "${each##*addr.path=}" ;;
        esac
      done
      turn=${folder##*.}
      echo "the last words of $role $turn" >"$folder/$role.console"
      case $PLAN:$turn in
        never:* | second:1) exit 1 ;;
        hangs:*) exec sleep 60 ;;
      esac
      eval "$(grep '^export ' "$folder/start")"
      echo "1.0 $([[ $PLAN == weak ]] && echo 250)" >"$folder/$role-up.new"
      mv "$folder/$role-up.new" "$folder/$role-up"
      for name in $LAB_CASES; do
        case $PLAN in slow | weak) sleep 1.5 ;; esac
        if [[ $PLAN:$turn == dies:1 ]]; then
          sleep 0.5
          exit 1
        fi
        [[ $role == server ]] || echo 0 >"$folder/$name/status"
      done
      if [[ $role == client ]]; then
        touch "$folder/done"
      fi
      until [[ -e $folder/done ]]; do
        sleep 0.1
      done
      [[ $PLAN == silent ]] || echo '[ 1.0] it boots' >"$folder/$role.dmesg"
      echo 4096 >"$folder/$role.tainted"
      case $PLAN:$role in
        warns:server) echo '[ 2.0] WARNING: CPU: 0 PID: 7 at drivers/some.c:1' >>"$folder/server.dmesg" ;;
        tainted:client) echo 4608 >"$folder/client.tainted" ;;
      esac
      """;

  @TempDir Path folder;

  @BeforeEach
  void copyTheLab() throws Exception {
    Needs.command("perl", "perl-base");
    Path lab = folder.resolve("testdata/lab");
    Files.createDirectories(lab.resolve("cases"));
    for (String each :
        List.of(
            "run",
            "guests.sh",
            "kernel.sh",
            "patience.sh",
            "progress.sh",
            "host.sh",
            "host-check")) {
      Files.copy(LAB.resolve(each), lab.resolve(each), StandardCopyOption.COPY_ATTRIBUTES);
    }
    Files.writeString(lab.resolve("cases/one"), "# limit: 20 s\n");
    Files.writeString(lab.resolve("cases/two"), "check() {\n  echo checked\n}\n");
    program("testdata/lab/build", "#!/bin/sh\necho built\n");
    program("bin/qemu-system-x86_64", GUEST);
    program("bin/ldconfig", "#!/bin/sh\necho librdmacm.so libibverbs.so libpcap.so\n");
    program("jdk/bin/java", "#!/bin/sh\nexit 0\n");
    for (String each :
        List.of(
            "busybox",
            "cpio",
            "modprobe",
            "rdma",
            "ibv_devinfo",
            "rpc.nfsd",
            "mount.nfs",
            "rpcbind",
            "rping",
            "ib_send_bw")) {
      program("bin/" + each, "#!/bin/sh\n");
    }
  }

  private void program(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private Run run(String plan, String... more) throws Exception {
    List<String> command = new ArrayList<>();
    command.addAll(List.of("env", "PLAN=" + plan, "LAB_ACCEL=tcg", "LAB_NO_BUILD=1"));
    command.add("PATH=" + folder.resolve("bin") + ":" + System.getenv("PATH"));
    command.add("JAVA_HOME=" + folder.resolve("jdk"));
    command.addAll(List.of(more));
    if (Stream.of(more).noneMatch(each -> each.contains("/run"))) {
      command.addAll(List.of(script(), "rxe"));
    }
    Run run = Run.of(command, folder);
    Assumptions.assumeFalse(
        run.status() == SKIPPED && !plan.equals("lacking"), () -> run.output().trim());
    return run;
  }

  private String script() {
    return folder.resolve("testdata/lab/run").toString();
  }

  private String report(String name) throws IOException {
    return Files.readString(folder.resolve("target/lab/surefire-reports/TEST-lab-" + name));
  }

  @Test
  void shouldPassIfAllCasesDoAndTheKernelsSaidNothing() throws Exception {
    Run run = run("fine");

    assertThat(run.output())
        .containsPattern("(?m)^rxe +1/2 one              passed ")
        .containsPattern("(?m)^rxe +2/2 two              passed ")
        .containsPattern("(?m)^rxe        kernel.1         passed ")
        .contains("lab: 3 passed, 0 failed, ");
    assertThat(run.status()).isZero();
    assertThat(report("rxe-two.xml")).contains("tests=\"1\" failures=\"0\"");
  }

  @Test
  void shouldRunBothLinksAndSayWhichCaseIsNext() throws Exception {
    Run run = run("fine", script());

    assertThat(run.output())
        .containsPattern("(?m)^rxe +1/2 one +passed +\\d s  next two$")
        .containsPattern("(?m)^siw +1/2 one +passed +\\d s  next two$")
        .containsPattern("(?m)^siw +2/2 two +passed +\\d s$")
        .contains("lab: 6 passed, 0 failed, ");
    assertThat(run.status()).isZero();
  }

  @Test
  void shouldTellATerminalWhatRuns() throws Exception {
    Needs.command("script", "bsdutils");

    Run run = run("slow", "script", "-qec", script() + " rxe", "/dev/null");

    assertThat(run.output())
        .containsPattern("\r\u001b\\[Krxe 1/2 one \\d s of 20, next two\r\u001b\\[K");
    assertThat(run.status()).isZero();
  }

  @Test
  void shouldRunTheCasesOfASlowGuestWithALongerLimit() throws Exception {
    Needs.command("script", "bsdutils");

    Run run = run("weak", "script", "-qec", script() + " rxe", "/dev/null");

    assertThat(run.output()).containsPattern("one \\d s of 50, next two");
  }

  @Test
  void shouldNotCountTheTimeForWhichAGuestWaitsForAProcessor() throws Exception {
    Needs.command("taskset", "util-linux");

    Run run =
        Run.of(
            List.of(
                "bash",
                "-c",
                """
                . testdata/lab/patience.sh
                busy=()
                for n in 1 2; do
                  taskset -c 0 bash -c 'while :; do :; done' &
                  busy+=($!)
                done
                guests=(${busy[0]})
                guests_clock .
                began=$NOW
                sleep 4
                guests_clock .
                echo "starved $(<starved) of $((NOW - began + $(<starved)))"
                kill "${busy[@]}"
                forget_starvation
                sleep 60 & guests=($!)
                guests_clock .
                sleep 1
                guests_clock .
                echo "asleep $((starved / 1000000000))"
                kill "${guests[@]}"
                """),
            folder);

    assertThat(run.output()).containsPattern("starved [1-4] of [45]\n").contains("asleep 0\n");
  }

  @Test
  void shouldFailWithACheckOfWhichAnyCommandFails() throws Exception {
    program("testdata/lab/cases/two", "check() {\n  false\n  echo checked\n}\n");

    Run run = run("fine");

    assertThat(run.output())
        .containsPattern("(?m)^rxe +2/2 two              FAILED .*two:2: status 1: false$")
        .contains("lab: 2 passed, 1 failed, ");
    assertThat(run.status()).isOne();
  }

  @Test
  void shouldFailIfAJvmOfACaseMisusedJni() throws Exception {
    program(
        "testdata/lab/cases/two",
        "check() {\n  echo 'WARNING in native method: JNI call' >\"$OUT/a.err\"\n}\n");

    Run run = run("fine");

    assertThat(run.output())
        .containsPattern("(?m)^rxe +2/2 two              FAILED .*JNI was misused$")
        .contains("lab: 2 passed, 1 failed, ");
    assertThat(run.status()).isOne();
  }

  @Test
  void shouldBootOnceMoreGuestsThatDoNotAndThenFailWithTheirConsoles() throws Exception {
    Run run = run("never");

    assertThat(run.output())
        .containsSubsequence(
            "lab: rxe: the guests did not boot\n",
            "the last words of server 1\n",
            "lab: rxe: the guests did not boot\n",
            "the last words of server 2\n",
            "lab: rxe: given up\n")
        .containsPattern("(?m)^rxe +1/2 one              FAILED    0 s  the guests did not boot$")
        .contains("lab: 0 passed, 2 failed, ");
    assertThat(run.status()).isOne();
    assertThat(report("rxe-two.xml")).contains("<failure message=\"the guests did not boot\">");
  }

  @Test
  void shouldNotWaitForEverForGuestsThatHang() throws Exception {
    Run run = run("hangs", "LAB_BOOT_LIMIT=1");

    assertThat(run.output()).contains("the last words of server 2\n", "lab: rxe: given up\n");
    assertThat(run.status()).isOne();
  }

  @Test
  void shouldGoOnWithGuestsThatBootTheSecondTime() throws Exception {
    Run run = run("second");

    assertThat(run.output())
        .containsOnlyOnce("the guests did not boot")
        .contains("lab: 3 passed, 0 failed, ");
    assertThat(run.status()).isZero();
  }

  @Test
  void shouldBootAgainForTheCasesAfterOneThatTookTheGuestsDown() throws Exception {
    Run run = run("dies");

    assertThat(run.output())
        .containsPattern("(?m)^rxe +1/2 one              FAILED +\\d s  the guests are gone$")
        .containsPattern("(?m)^rxe +2/2 two              passed ")
        .contains("lab: 3 passed, 1 failed, ");
    assertThat(run.status()).isOne();
  }

  @Test
  void shouldFailWithTheWordsOfAKernelThatWarns() throws Exception {
    Run run = run("warns");

    assertThat(run.output())
        .containsPattern(
            "(?m)^rxe        kernel.1         FAILED    0 s  server: \\[ 2.0\\] WARNING: CPU: 0"
                + " PID: 7 at")
        .contains("lab: 2 passed, 1 failed, ");
    assertThat(run.status()).isOne();
    assertThat(report("rxe-kernel.1.xml")).contains("WARNING: CPU: 0 PID: 7 at drivers/some.c:1");
  }

  @Test
  void shouldFailWithAKernelThatIsTaintedByAWarning() throws Exception {
    Run run = run("tainted");

    assertThat(run.output()).contains("client: /proc/sys/kernel/tainted is 4608");
    assertThat(run.status()).isOne();
  }

  @Test
  void shouldFailWithoutTheWordsOfTheKernels() throws Exception {
    Run run = run("silent");

    assertThat(run.output()).contains("server: the guest left no kernel messages");
    assertThat(run.status()).isOne();
  }

  @Test
  void shouldSayWhatTheMachineLacks() throws Exception {
    program("bin/ldconfig", "#!/bin/sh\necho libibverbs.so libpcap.so\n");

    Run run = run("lacking");

    assertThat(run.output()).matches("lab: skipped: apt-get install .*librdmacm1.*\n");
    assertThat(run.status()).isEqualTo(SKIPPED);
  }

  @Test
  void shouldNotDeleteAFolderOfOthers() throws Exception {
    Path kept = Files.createDirectory(folder.resolve("home")).resolve("kept");
    Files.writeString(kept, "mine");

    Run run = run("fine", "LAB_OUT=" + kept.getParent());

    assertThat(run.output())
        .isEqualTo(
            "lab: LAB_OUT: " + kept.getParent() + " is there, and nothing that the lab has left\n");
    assertThat(run.status()).isEqualTo(2);
    assertThat(kept).hasContent("mine");
  }

  @Test
  void shouldNameTheCasesToWhoAsksForAnotherOne() throws Exception {
    Run run = run("fine", script(), "rxe", "three");

    assertThat(run.output()).isEqualTo("lab: no case three; there are: one two \n");
    assertThat(run.status()).isEqualTo(2);
  }
}
