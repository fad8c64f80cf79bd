import 'server-only';
import { type Task, type TaskRequest, task, taskList } from '#contracts/v2/tasks.ts';
import type { GymAnswer } from './answer.ts';
import type { Transport } from './transport.ts';

/** The platform answers all tasks at once: a gym of many years has many. */
const largestListBytes = 32 * 1024 * 1024;
/** Shorter than background work has otherwise: a stop of the desk waits for it. */
const timeoutMs = 5_000;

/** The tasks of the gym, newest change first: all of them, or those changed at `since` or later. */
export function listTasks(gym: Transport, since: Date | null): Promise<GymAnswer<Task[]>> {
  return gym.ask({
    operation: 'getTasks',
    query: since ? { modifiedSince: since.toISOString() } : {},
    answer: taskList,
    urgency: 'background',
    timeoutMs,
    largestBytes: largestListBytes,
  });
}

export function readTask(gym: Transport, taskId: string): Promise<GymAnswer<Task>> {
  return gym.ask({ operation: 'getTask', parameters: { taskId }, answer: task, urgency: 'ledger', timeoutMs });
}

/** Sending it again makes a second task: after a lost answer, the caller has to look first. */
export function createTask(gym: Transport, body: TaskRequest): Promise<GymAnswer<Task>> {
  return gym.ask({ operation: 'createTask', body, answer: task, urgency: 'ledger', timeoutMs });
}

/** Replaces the whole task; whether it is done stays as it was where `body` does not say. */
export function updateTask(gym: Transport, taskId: string, body: TaskRequest): Promise<GymAnswer<Task>> {
  const parameters = { taskId };
  return gym.ask({ operation: 'updateTask', parameters, body, answer: task, urgency: 'ledger', timeoutMs });
}
