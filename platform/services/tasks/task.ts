import type { Task } from '#contracts/v2/tasks.ts';
import type { TaskRow } from '#platform/db/schema/tasks.ts';

/** A task, and its people with their ids of both interfaces. */
export interface TaskFacts
  extends Pick<TaskRow, 'taskId' | 'name' | 'type' | 'dueDate' | 'isCompleted' | 'modifiedAt' | 'targetId'> {
  targetUserId: number;
  targetMembershipId: string | null;
  authorId: string | null;
  authorUserId: number | null;
  authorMembershipId: string | null;
  completerId: string | null;
  completerUserId: number | null;
  completerMembershipId: string | null;
}

type Role = 'target' | 'author' | 'completer';

const columnsOf = (role: Role) => `${role}.account_id AS "${role}Id", ${role}.legacy_user_id AS "${role}UserId",
  ${role}.membership_id AS "${role}MembershipId"`;

/**
 * Joins a person, unless the caller's interface does not see them. LIMIT keeps it a look-up by key, however large the
 * chain is.
 */
const person = (role: Role) => `LATERAL (
    SELECT p.account_id, p.legacy_user_id, m.membership_id
    FROM chain_profiles p LEFT JOIN memberships m ON m.chain_id = p.chain_id AND m.account_id = p.account_id
    WHERE p.chain_id = task.chain_id AND p.account_id = task.${role}_id AND ($3 OR m.is_known_to_v2 IS NOT FALSE)
    LIMIT 1
  ) ${role} ON true`;

/**
 * Selects the `TaskFacts` of a gym: $1 chain, $2 gym, $3 whether the caller sees members who are not migrated. If the
 * caller does not see a task's target, the task is left out. An author or completer whom the caller does not see is
 * null.
 */
export const selectTasks = `
  SELECT task.task_id AS "taskId", task.name, task.type, task.due_date AS "dueDate",
    task.is_completed AS "isCompleted", task.modified_at AS "modifiedAt",
    ${columnsOf('target')}, ${columnsOf('author')}, ${columnsOf('completer')}
  FROM tasks task JOIN ${person('target')} LEFT JOIN ${person('author')} LEFT JOIN ${person('completer')}
  WHERE task.chain_id = $1 AND task.gym_id = $2`;

/** The task as version 2 returns it. Its id is a string here and a number in the path. */
export const toTask = (task: TaskFacts): Task => ({
  id: String(task.taskId),
  name: task.name,
  type: task.type ?? undefined,
  dueDate: task.dueDate,
  authorId: task.authorId ?? undefined,
  targetId: task.targetId,
  completerId: task.completerId ?? undefined,
  completed: task.isCompleted,
});
