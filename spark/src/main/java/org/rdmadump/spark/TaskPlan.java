package org.rdmadump.spark;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/** Which task reads which captures. */
final class TaskPlan {
  private TaskPlan() {}

  /**
   * Gives each capture, the largest first, to the task that has the fewest bytes so far. Spark
   * starts tasks in this order, so that the longest is not the last to start.
   *
   * @param sets the largest first
   * @param most number of tasks, if there are as many captures
   * @return the captures of each task; no task is without
   */
  static List<List<InputSet>> of(List<InputSet> sets, int most) {
    List<List<InputSet>> tasks = new ArrayList<>();
    PriorityQueue<Load> loads =
        new PriorityQueue<>(Comparator.comparingLong(Load::bytes).thenComparingInt(Load::task));
    for (InputSet each : sets) {
      if (tasks.size() < most) {
        loads.add(new Load(tasks.size(), each.bytes()));
        tasks.add(new ArrayList<>(List.of(each)));
      } else {
        Load least = loads.remove();
        tasks.get(least.task).add(each);
        loads.add(new Load(least.task, least.bytes + each.bytes()));
      }
    }
    return tasks;
  }

  private record Load(int task, long bytes) {}
}
