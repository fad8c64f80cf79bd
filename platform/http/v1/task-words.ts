import type { NamedPerson, Person } from '#contracts/v1/people.ts';
import {
  type Task,
  type TaskChanges as TaskChangesAsSent,
  type TaskRequest as TaskRequestAsSent,
  task,
} from '#contracts/v1/tasks.ts';
import type { TaskRequest } from '#contracts/v2/tasks.ts';
import type { Call } from '#platform/services/call.ts';
import { requireNamedPerson } from '#platform/services/members/named.ts';
import type { TaskFacts } from '#platform/services/tasks/task.ts';
import type { TaskChanges } from '#platform/services/tasks/update.ts';
import { memberKeysOf } from './member-keys.ts';

/** The task as this interface returns it. */
export const toTask = (facts: TaskFacts): Task => ({
  taskId: facts.taskId,
  taskName: facts.name,
  taskType: task.shape.taskType.catch(undefined).parse(facts.type),
  dueDate: facts.dueDate,
  completed: facts.isCompleted,
  author: facts.authorUserId === null ? undefined : toPerson(facts.authorUserId, facts.authorMembershipId),
  target: toPerson(facts.targetUserId, facts.targetMembershipId),
  completer: facts.completerUserId === null ? undefined : toPerson(facts.completerUserId, facts.completerMembershipId),
  timestamp: facts.modifiedAt.getTime(),
});

const toPerson = (userId: number, membershipId: string | null): Person => ({
  userId,
  membershipId: membershipId ?? undefined,
});

/**
 * Converts a request to a task.
 * @throws 404 for people whom the chain does not know, 409 if the keys of one person identify two
 */
export async function readTask(call: Call, request: TaskRequestAsSent): Promise<TaskRequest> {
  const { taskName: name, taskType: type, dueDate, completed, author, target, completer } = request;
  return {
    name,
    type,
    dueDate,
    completed,
    authorId: await requireAccount(call, author),
    targetId: await requireAccount(call, target),
    completerId: await findAccount(call, completer),
  };
}

/** As `readTask`, for a request without the fields that stay unchanged. */
export async function readTaskChanges(call: Call, request: TaskChangesAsSent): Promise<TaskChanges> {
  const { taskName, taskType, dueDate, completed, author, target, completer } = request;
  return {
    name: taskName ?? undefined,
    type: taskType ?? undefined,
    dueDate: dueDate ?? undefined,
    completed,
    authorId: await findAccount(call, author),
    targetId: await findAccount(call, target),
    completerId: await findAccount(call, completer),
  };
}

const requireAccount = async (call: Call, named: NamedPerson): Promise<string> =>
  (await requireNamedPerson(call, memberKeysOf(named))).accountId;

const findAccount = async (call: Call, named: NamedPerson | null | undefined): Promise<string | undefined> =>
  named && memberKeysOf(named).length > 0 ? requireAccount(call, named) : undefined;
