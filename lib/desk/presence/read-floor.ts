import 'server-only';
import type { Queryable } from '#lib/db/client.ts';
import type { Actor } from '#lib/desk/base/actor.ts';
import { readOpenTasks, readTaskDesk } from '#lib/desk/tasks/read-tasks.ts';
import type { FloorView } from '#lib/wire/tasks.ts';
import { readPresence } from './list.ts';

/** Who is in, with what is to be done with them. */
export async function readFloor(db: Queryable, actor: Actor, now: number): Promise<FloorView> {
  const { entries } = await readPresence(db, actor.location, now);
  const accountIds = entries.map(({ accountId }) => accountId);
  const tasks = await readOpenTasks(db, actor, accountIds);
  return {
    ...(await readTaskDesk(db, actor, now)),
    members: entries.map((entry) => ({ ...entry, tasks: tasks.get(entry.accountId) ?? [] })),
  };
}
