import 'server-only';
import type { Sent } from '#contracts/v2/primitives.ts';
import { ifReadable, type ReadList } from '#contracts/v2/reading.ts';
import { type Task, type TaskRequest, taskAsRead, taskListAsRead } from '#contracts/v2/tasks.ts';
import type { DatedAnswer, GymAnswer } from './answer.ts';
import type { GymClient } from './gym-client.ts';

/** The list has no pages, and grows over the years. */
const largest = { bytes: 32 * 1024 * 1024, values: 1_000_000 };
/** Shorter than the default of background work, since a stop of the desk waits for it. */
const timeoutMs = 5_000;
/** Once a day, of a gym with many tasks. */
const allTimeoutMs = 15_000;

/** The tasks of the gym, latest change first: all of them, or those changed at `since` or later. */
export function listTasks(gym: GymClient, since: Date | null): Promise<DatedAnswer<ReadList<Task>>> {
  return gym.ask({
    operation: 'getTasks',
    query: since ? { modifiedSince: since.toISOString() } : {},
    answer: taskListAsRead,
    unreadableOf: ({ unreadable }) => unreadable,
    urgency: 'background',
    timeoutMs: since ? timeoutMs : allTimeoutMs,
    largest,
  });
}

/** Reads one task. An answer about another task counts as unreadable. */
export async function readTask(gym: GymClient, taskId: string): Promise<GymAnswer<Task>> {
  const answer = await gym.ask({
    operation: 'getTask',
    parameters: { taskId },
    answer: taskAsRead,
    urgency: 'ledger',
    timeoutMs,
  });
  if (!answer.ok) return answer;
  // the id is optional in the answer: it is the requested one then
  const id = answer.value.id ?? taskId;
  if (id === taskId) return { ...answer, value: { ...answer.value, id } };
  return { ok: false, problem: { kind: 'unreadable', isPage: false } };
}

/**
 * Not idempotent: after a lost answer, the caller has to look for the task before a retry. Null where the task was created and the
 * answer does not contain its id.
 */
export function createTask(gym: GymClient, body: Sent<TaskRequest>): Promise<GymAnswer<Task | null>> {
  const answer = ifReadable(taskAsRead);
  return gym.ask({ operation: 'createTask', body, answer, urgency: 'ledger', timeoutMs });
}

/**
 * Replaces the whole task, except that `completed` stays as it was where `task` leaves it out. Null where the answer does not
 * contain the task as it is now, or contains another one.
 */
export async function updateTask(
  gym: GymClient,
  { taskId, task }: { taskId: string; task: Sent<TaskRequest> },
): Promise<GymAnswer<Task | null>> {
  const answer = await gym.ask({
    operation: 'updateTask',
    parameters: { taskId },
    body: task,
    answer: ifReadable(taskAsRead),
    urgency: 'ledger',
    timeoutMs,
  });
  return answer.ok && answer.value?.id !== taskId ? { ok: true, value: null } : answer;
}
