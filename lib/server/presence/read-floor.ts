import 'server-only';
import type { ActorContext } from '#lib/server/base/actor.ts';
import { readOpenTasks, readTaskDesk } from '#lib/server/tasks/read-tasks.ts';
import type { FloorView } from '#lib/wire/tasks.ts';
import { readPresence } from './list.ts';

/** The members who are in, with their open tasks. */
export async function readFloor(context: ActorContext): Promise<FloorView> {
  const { entries } = await readPresence(context);
  const accountIds = entries.map(({ accountId }) => accountId);
  const tasks = await readOpenTasks(context, { accountIds });
  return {
    ...(await readTaskDesk(context)),
    members: entries.map((entry) => ({ ...entry, tasks: tasks.get(entry.accountId) ?? [] })),
  };
}
