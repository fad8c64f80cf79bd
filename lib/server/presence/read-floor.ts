import 'server-only';
import type { ActorContext } from '#lib/server/base/actor.ts';
import { readOpenTasks, readTaskDesk } from '#lib/server/tasks/read-tasks.ts';
import { readLastTraining } from '#lib/server/training/read-last.ts';
import type { FloorView } from '#lib/wire/tasks.ts';
import { readPresence } from './list.ts';

/** The members who are in, with their open tasks and their last training. */
export async function readFloor(context: ActorContext): Promise<FloorView> {
  const { entries } = await readPresence(context);
  const accountIds = entries.map(({ accountId }) => accountId);
  const tasks = await readOpenTasks(context, { accountIds });
  const trained = await readLastTraining(context, { accountIds });
  return {
    ...(await readTaskDesk(context)),
    members: entries.map((entry) => ({
      ...entry,
      tasks: tasks.get(entry.accountId) ?? [],
      training: trained.get(entry.accountId) ?? null,
    })),
  };
}
