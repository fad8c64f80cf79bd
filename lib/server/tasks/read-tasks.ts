import 'server-only';
import { and, asc, eq, inArray, type Placeholder, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { ActorContext } from '#lib/server/base/actor.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import type { Location } from '#lib/server/db/schema/locations.ts';
import { type TaskChange, type TaskRow, taskChanges, taskSyncs, tasks } from '#lib/server/db/schema/tasks.ts';
import type { OfMember } from '#lib/wire/reads/read.ts';
import type { ChangeRefusal, MemberTasksView, TaskDesk, TasksFreshness, TaskView } from '#lib/wire/tasks.ts';
import { dayOf } from '#shared/calendar/day-in-zone.ts';
import { readOwnAccount, readPeople } from './people.ts';

/** The open and completed tasks of one member, from the desk's own database. */
export async function readTasksOf({ desk, actor }: ActorContext, { accountId }: OfMember): Promise<MemberTasksView> {
  const { db } = desk;
  const of = and(eq(tasks.locationId, actor.location.id), eq(tasks.targetId, accountId));
  const rows = await db
    .select()
    .from(tasks)
    .where(of)
    .orderBy(
      tasks.isCompleted,
      sql`case when ${tasks.isCompleted} then null else ${tasks.dueDate} end asc nulls last`,
      sql`${tasks.completedAt} desc nulls last`,
      sql`${tasks.dueDate} desc nulls last`,
      asc(tasks.id),
    );
  return { ...(await readTaskDesk({ desk, actor })), tasks: await viewAll({ desk, actor }, { rows }) };
}

/** The open tasks of some members, by member, the most urgent first. */
export async function readOpenTasks(
  { desk, actor }: ActorContext,
  { accountIds }: { accountIds: readonly string[] },
): Promise<Map<string, TaskView[]>> {
  if (accountIds.length === 0) return new Map();
  const rows = await desk.db
    .select()
    .from(tasks)
    .where(
      and(
        eq(tasks.locationId, actor.location.id),
        inArray(tasks.targetId, [...accountIds]),
        eq(tasks.isCompleted, false),
      ),
    )
    .orderBy(sql`${tasks.dueDate} asc nulls last`, asc(tasks.name), asc(tasks.id));
  const views = await viewAll({ desk, actor }, { rows });
  return Map.groupBy(views, (_, index) => rows[index]?.targetId ?? '');
}

/** How many open tasks a member has, as a column of a query whose rows are members. */
export const openTasksOf = (locationId: string | Placeholder, accountId: SQLWrapper): SQL<number> =>
  sql`(select count(*) from ${tasks} where ${isOpenTaskOf(locationId, accountId)})`.mapWith(Number);

/** How many open tasks a member has. */
export const countOpenTasks = (
  db: Queryable,
  { locationId, accountId }: { locationId: string; accountId: string },
): Promise<number> => db.$count(tasks, isOpenTaskOf(locationId, sql`${accountId}`));

const isOpenTaskOf = (locationId: string | Placeholder, accountId: SQLWrapper) =>
  and(eq(tasks.locationId, locationId), sql`${tasks.targetId} = ${accountId}`, eq(tasks.isCompleted, false));

/**
 * What the task screens need besides the tasks: freshness, whether the person's account is linked, and today's date.
 */
export async function readTaskDesk({ desk: { db, clock }, actor }: ActorContext): Promise<TaskDesk> {
  const now = clock();
  return {
    ...(await readFreshness(db, actor.location, now)),
    isLinked: (await readOwnAccount(db, actor)) !== null,
    today: dayOf(now, actor.location.timeZone),
  };
}

async function readFreshness(db: Queryable, { id }: Location, now: number): Promise<TasksFreshness> {
  const [sync] = await db.select().from(taskSyncs).where(eq(taskSyncs.locationId, id));
  const asOf = sync?.finishedAt ?? null;
  return {
    asOf: asOf?.toISOString() ?? null,
    staleBecause: isStale(asOf, new Date(now)) ? causeOf(sync?.problem ?? null) : null,
  };
}

function causeOf(problem: string | null): NonNullable<TasksFreshness['staleBecause']> {
  switch (problem) {
    case 'permissionMissing':
      return 'permission';
    case 'keyRejected':
      return 'keyRejected';
    default:
      return 'platform';
  }
}

/** How long a list that could not be read again still counts as fresh. */
const freshForMs = 2 * 60_000;

/** Whether a list that was read at `readAt` is shown as stale; a list that was never read is. */
export const isStale = (readAt: Date | null, now: Date): boolean =>
  readAt === null || now.getTime() - readAt.getTime() > freshForMs;

async function viewAll(context: ActorContext, { rows }: { rows: readonly TaskRow[] }): Promise<TaskView[]> {
  const accountIds = rows.flatMap(({ authorId, completerId }) => [authorId, completerId]);
  const person = await readPeople(context, { accountIds });
  const changes = await readUnsettled(context, { rows });
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    type: row.type,
    dueDate: row.dueDate,
    isCompleted: row.isCompleted,
    completedAt: row.completedAt?.toISOString() ?? null,
    author: person(row.authorId),
    completer: person(row.completerId),
    sending: sendingOf(changes.filter(({ taskId }) => taskId === row.id)),
  }));
}

/** Changes that the platform does not have yet, or has refused. */
async function readUnsettled(
  { desk, actor }: ActorContext,
  { rows }: { rows: readonly TaskRow[] },
): Promise<TaskChange[]> {
  if (rows.length === 0) return [];
  return desk.db
    .select()
    .from(taskChanges)
    .where(
      and(
        eq(taskChanges.locationId, actor.location.id),
        inArray(
          taskChanges.taskId,
          rows.map(({ id }) => id),
        ),
        inArray(taskChanges.state, ['held', 'waiting', 'sending', 'refused']),
      ),
    )
    .orderBy(asc(taskChanges.number));
}

function sendingOf(changes: readonly TaskChange[]): TaskView['sending'] {
  const refused = changes.findLast(({ state }) => state === 'refused');
  // safe because: only settle writes why a change was refused
  if (refused) return { refused: refused.lastError as ChangeRefusal };
  return changes.length > 0 ? 'waiting' : 'sent';
}
