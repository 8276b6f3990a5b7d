package org.rdmadump.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;
import org.rdmadump.analysis.rule.RuleCatalogue;
import org.rdmadump.capture.CaptureInput;
import org.rdmadump.capture.Damage;
import org.rdmadump.capture.FollowedCapture;
import org.rdmadump.capture.ForwardingSource;
import org.rdmadump.capture.Frame;
import org.rdmadump.capture.FrameSource;
import org.rdmadump.capture.InputDamage;
import org.rdmadump.capture.MergedSource;
import org.rdmadump.finding.Finding;
import org.rdmadump.live.LiveSource;
import org.rdmadump.live.net.CaptureFilter;
import org.rdmadump.rpcrdma.CaptureSummary;

/**
 * The captures of a run as one: their frames merged by time, earlier named ones first where times
 * are equal, and numbered through. As a supplier, it gives the time of the first frame.
 */
final class Inputs extends ForwardingSource implements LongSupplier {
  /** The name of standard input. */
  static final String STANDARD_INPUT = "-";

  /** How long packets that wait are decoded once the user wants to stop. */
  private static final long LAST_PACKETS_NANOS = 2_000_000_000L;

  private final List<String> names;
  private final FrameSource source;
  private final UnreadInputs unread;
  private final long size;

  /** What merges the captures, if there are several. */
  private @Nullable MergedSource merged;

  /** What captures devices, if they are captured. */
  private final Optional<LiveSource> live;

  /** Whether its bytes may be long in coming; else nobody is told of each wait for them. */
  private final boolean mayWait;

  private Optional<CaptureFilter> filter = Optional.empty();
  private Interruption interruption = new Interruption();

  /** Is shown each frame before it is decoded, if there is one. */
  private @Nullable Consumer<Frame> tap;

  private long frames;

  /** The number of the last one, which is larger where a filter leaves some out. */
  private long lastNumber;

  private long firstNanos;

  /** When a run was seen to be interrupted that captures devices; 0 if it was not. */
  private long interruptedNanos;

  private Inputs(
      List<String> names,
      FrameSource source,
      UnreadInputs unread,
      long size,
      Optional<LiveSource> live) {
    super(source);
    this.live = live;
    this.names = names;
    this.source = source;
    this.unread = unread;
    this.size = size;
    this.mayWait = size == Long.MAX_VALUE || mayWait(names);
  }

  private static boolean mayWait(List<String> names) {
    for (String name : names) {
      if (name.equals(STANDARD_INPUT) || !Files.isRegularFile(NamedFile.of(name))) {
        return true;
      }
    }
    return false;
  }

  /**
   * Opens captures. Of several, one that is there but cannot be read is left out.
   *
   * @param words files, {@code -}, folders that stand for the files in them
   * @param in what {@code -} stands for
   * @throws CommandFailure if one of them is not there, or none can be opened; none is open then
   */
  static Inputs open(List<String> words, InputStream in) throws CommandFailure {
    return open(words, in, /* named= */ true);
  }

  /**
   * The same.
   *
   * @param named whether a verb was named; without one, the first word may have been meant as such
   */
  static Inputs open(List<String> words, InputStream in, boolean named) throws CommandFailure {
    UnreadInputs unread = new UnreadInputs();
    List<String> names = new ArrayList<>();
    for (String word : words) {
      try {
        refuseEmpty(word);
        names.addAll(filesOf(word, unread));
      } catch (IOException e) {
        String verb = names.isEmpty() && !named ? hint(word, e) : "";
        String rule = e instanceof NoSuchFileException ? ruleHint(word) : "";
        String other = verb.isEmpty() ? CaptureFilters.hint(word) : verb;
        String hint = rule.isEmpty() ? other : rule;
        throw CommandFailure.unreadable(display(word) + ": " + reason(e) + hint, e);
      } catch (InvalidPathException e) {
        throw CommandFailure.unreadable(word + ": not a file name", new IOException(e));
      }
    }
    List<CaptureInput> inputs = new ArrayList<>(names.size());
    for (String name : names) {
      inputs.add(
          name.equals(STANDARD_INPUT)
              ? CaptureInput.of(in, name)
              : CaptureInput.of(NamedFile.of(name)));
    }
    return inputs.size() == 1 && !unread.isOfFolder(names.get(0))
        ? single(names, inputs.get(0), unread)
        : merged(names, inputs, unread);
  }

  /** {@return whether a filter chooses among their frames} */
  boolean isFiltered() {
    return filter.isPresent();
  }

  /** {@return the same, but of the frames only those that a filter chooses} */
  Inputs through(Optional<CaptureFilter> chosen) {
    if (chosen.isEmpty()) {
      return this;
    }
    Inputs filtered = new Inputs(names, chosen.get().over(source), unread, size, live);
    filtered.filter = chosen;
    filtered.merged = merged;
    return filtered;
  }

  /** Takes what devices capture. */
  static Inputs live(List<String> devices, LiveSource source, Messages err) {
    return new Inputs(devices, source, new UnreadInputs(err), Long.MAX_VALUE, Optional.of(source));
  }

  /**
   * Follows a capture that is still being written.
   *
   * @param word a file, or a folder
   * @param err is told at once of a file that is damaged or overwritten
   * @param named whether a verb was named; without one, the word may have been meant as such
   * @throws CommandFailure if it is not there
   */
  static Inputs follow(String word, Following following, Messages err, boolean named)
      throws CommandFailure {
    UnreadInputs unread = new UnreadInputs(err);
    try {
      refuseEmpty(word);
      FrameSource source = FollowedCapture.open(NamedFile.of(word), following, unread);
      return new Inputs(List.of(word), source, unread, Long.MAX_VALUE, Optional.empty());
    } catch (IOException e) {
      throw CommandFailure.unreadable(
          display(word) + ": " + reason(e) + (named ? "" : hint(word, e)), e);
    } catch (InvalidPathException e) {
      throw CommandFailure.unreadable(word + ": not a file name", new IOException(e));
    }
  }

  /** To Java an empty name is the folder it runs in. */
  private static void refuseEmpty(String word) throws NoSuchFileException {
    if (word.isEmpty()) {
      throw new NoSuchFileException(word);
    }
  }

  /** The files that a word stands for: itself, unless it is a folder. */
  private static List<String> filesOf(String word, UnreadInputs unread) throws IOException {
    if (word.equals(STANDARD_INPUT)) {
      return List.of(word);
    }
    Path path = NamedFile.of(word);
    if (Files.notExists(path)) {
      throw new NoSuchFileException(word);
    }
    if (!Files.isDirectory(path)) {
      return List.of(word);
    }
    List<String> files = CaptureFolder.files(path);
    if (files.isEmpty()) {
      throw new IOException("no file in the folder");
    }
    for (String file : files) {
      unread.ofFolder(file);
    }
    return files;
  }

  private static Inputs single(List<String> names, CaptureInput input, UnreadInputs unread)
      throws CommandFailure {
    try {
      return new Inputs(names, input.open(), unread, size(List.of(input)), Optional.empty());
    } catch (IOException e) {
      throw CommandFailure.unreadable(display(input.name()) + ": " + reason(e), e);
    }
  }

  private static Inputs merged(List<String> names, List<CaptureInput> inputs, UnreadInputs unread)
      throws CommandFailure {
    MergedSource merged = MergedSource.open(inputs, unread);
    if (merged.isEmpty() && unread.areAll(names)) {
      merged.close();
      throw unread.all();
    }
    Inputs several = new Inputs(names, merged, unread, size(inputs), Optional.empty());
    several.merged = merged;
    return several;
  }

  /** Bytes of all, {@code Long.MAX_VALUE} if that is not known. */
  private static long size(List<CaptureInput> inputs) {
    long sum = 0;
    for (CaptureInput input : inputs) {
      try {
        long size = input.size();
        sum = size > Long.MAX_VALUE - sum ? Long.MAX_VALUE : sum + size;
      } catch (IOException e) {
        // One that cannot be looked at cannot be read either, and that is said.
      }
    }
    return sum == 0 ? Long.MAX_VALUE : sum;
  }

  /** The first name may have been meant as a verb that there is not. */
  private static String hint(String name, IOException e) {
    return e instanceof NoSuchFileException && Verb.canBe(name) ? " or verb, try --help" : "";
  }

  /** The name may be that of a rule, in the place of a file. */
  private static String ruleHint(String name) {
    return new RuleCatalogue().find(name).isEmpty()
        ? ""
        : "; it is a rule: rdmadump check --rules "
            + name
            + " FILE, or rdmadump check --list-rules --rules "
            + name;
  }

  /** {@return what to call an input in a message} */
  static String display(String name) {
    if (name.isEmpty()) {
      return "''";
    }
    return name.equals(STANDARD_INPUT) ? "standard input" : name;
  }

  /** {@return why a file could not be read or written, for a person} */
  static String reason(IOException e) {
    return CaptureInput.reason(e);
  }

  @Override
  public boolean next(Frame frame) throws IOException {
    boolean found = mayWait ? awaitNext(frame) : super.next(frame);
    if (found) {
      if (frames == 0) {
        firstNanos = frame.epochNanos();
      }
      frames++;
      lastNumber = frame.number();
      if (tap != null) {
        tap.accept(frame);
      }
    }
    return found;
  }

  private boolean awaitNext(Frame frame) throws IOException {
    interruption.beginReading();
    try {
      return super.next(frame);
    } finally {
      interruption.endReading();
    }
  }

  /** Says who is shown each frame before it is decoded. */
  void shownTo(Consumer<Frame> viewer) {
    tap = viewer;
  }

  /** {@return which capture a finding is about, as the frames of the run are read} */
  ToIntFunction<Finding> frameFiles() {
    MergedSource several = merged;
    if (several == null) {
      return finding -> 0;
    }
    FrameFiles files = new FrameFiles(names, several);
    shownTo(files);
    return files;
  }

  /** Says what may interrupt a wait for input, which from here on begins with {@link #next}. */
  void interruptedBy(Interruption by) {
    interruption = by;
    by.endReading();
  }

  /**
   * {@return whether a run that is interrupted is to end at once: what devices gave before is still
   * decoded, unless that takes long}
   */
  boolean isToEndNow() {
    if (live.isEmpty()) {
      return true;
    }
    long now = System.nanoTime();
    if (interruptedNanos == 0) {
      interruptedNanos = now;
    }
    return now - interruptedNanos > LAST_PACKETS_NANOS;
  }

  /** {@return whether devices are captured} */
  boolean isLive() {
    return live.isPresent();
  }

  /**
   * Ends the capture of devices, if there is one.
   *
   * @return the counts of a run, with what became of the packets of devices
   */
  CaptureSummary counted(CaptureSummary summary) {
    return live.isPresent() ? summary.withDevices(live.get().finish()) : summary;
  }

  /** {@return the files that are read, {@code -} for standard input} */
  List<String> names() {
    return names;
  }

  /** {@return whether they can be read again} */
  boolean isRepeatable() {
    return !mayWait;
  }

  /** {@return frames so far} */
  long frames() {
    return frames;
  }

  /** {@return bytes of all inputs, {@code Long.MAX_VALUE} if that is not known} */
  long size() {
    return size;
  }

  /** {@return name of the only input; of several, none fails as a whole} */
  String currentName() {
    return display(names.get(0));
  }

  /** {@return whether an input could not all be read} */
  boolean isAnyDamaged() {
    return damage().isPresent() || unread.isAnyDamaged() || problemOfFilter().isPresent();
  }

  /** {@return what is wrong with each input that could not all be read, named, if not said yet} */
  List<InputDamage> damages() {
    Optional<Damage> damage = damage();
    List<InputDamage> damages =
        new ArrayList<>(damage.isEmpty() ? unread.damages() : List.of(ofOnly(damage.get())));
    Optional<String> problem = problemOfFilter();
    if (problem.isPresent()) {
      damages.add(new InputDamage(problem.get(), 0));
    }
    return damages;
  }

  /** Damage of the only input: at the frame that was read next, else at the last one. */
  private InputDamage ofOnly(Damage damage) {
    return new InputDamage(
        UnreadInputs.text(names.get(0), damage), Math.min(damage.frame(), lastNumber));
  }

  /** Loads nothing of libpcap where there is no filter. */
  private Optional<String> problemOfFilter() {
    return filter.isPresent() ? filter.get().problem() : Optional.empty();
  }

  /** {@return what was passed over in folders, for a person; nothing is wrong with it} */
  List<String> passedOver() {
    return unread.passedOver();
  }

  @Override
  public long getAsLong() {
    return firstNanos;
  }

  void closeQuietly() {
    try {
      close();
    } catch (IOException e) {
      // Nothing more is read from it, so nothing is lost.
    }
  }
}
