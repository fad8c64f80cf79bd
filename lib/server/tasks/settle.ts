import 'server-only';
import { and, eq } from 'drizzle-orm';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { notifyLive } from '#lib/server/base/live-events.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { type TaskChange, type TaskRow, tasks } from '#lib/server/db/schema/tasks.ts';
import { backoffMs, busyDelayMs } from '#lib/server/due/backoff.ts';
import type { Unavailable } from '#lib/server/gym-api/errors.ts';
import { type Settlement, settle } from '#lib/server/ledger/attempt.ts';
import type { ChangeRefusal } from '#lib/wire/tasks.ts';
import { taskLedger } from './ledger.ts';
import { isOfOtherNewTask } from './take-over-mirrored.ts';
import { lockTasks, type PlatformTask, upsertOwnTask } from './upsert-tasks.ts';

/** The outcome of an attempt, with the task as the platform has it now if it was answered. */
export type Outcome =
  | { kind: 'sent'; task: PlatformTask | null }
  | { kind: 'waiting'; because: Unavailable['because'] }
  /** A task was created, and the answer does not contain its id. It must not be created again. */
  | { kind: 'created' }
  /** The desk failed to make the attempt, for the nth time in a row. */
  | { kind: 'broken'; times: number }
  | { kind: 'refused'; refusal: ChangeRefusal; task: PlatformTask | null };

interface AttemptedChange extends Attempted {
  askedAt: Date;
  answeredAt: Date;
}

interface Attempted {
  change: TaskChange;
  /** The desk's own row of the task. */
  own: TaskRow;
  outcome: Outcome;
}

/** Writes the outcome of an attempt to the ledger, and the task as the platform answered it. */
export async function settleChange(
  desk: DeskContext,
  { askedAt, answeredAt, ...attempted }: AttemptedChange,
): Promise<void> {
  const { change, own } = attempted;
  await desk.db.transaction(async (tx) => {
    await lockTasks(tx, change.locationId);
    const outcome = await keepSearching(tx, attempted);
    if (!(await settle(tx, taskLedger(desk), { row: change, settlement: settlementOf(change, outcome) }))) return;
    const answered = 'task' in outcome ? outcome.task : null;
    const current = answered && (await readTask(tx, own));
    if (current) await upsertOwnTask(tx, { own: current, task: answered, askedAt, answeredAt });
    const isWaiting = ['waiting', 'created', 'broken'].includes(outcome.kind);
    if (!isWaiting || change.attempts === 1) await notifyLive(tx, { locationId: change.locationId, event: 'tasks' });
  });
}

/** A new task whose outcome is that of another one is searched for again: that one is known by then. */
async function keepSearching(tx: Queryable, { change, own, outcome }: Attempted): Promise<Outcome> {
  if (change.kind !== 'create' || outcome.kind !== 'sent' || outcome.task === null) return outcome;
  if (!(await isOfOtherNewTask(tx, { own, platformId: outcome.task.platformId }))) return outcome;
  return isCreated(change) ? { kind: 'created' } : { kind: 'waiting', because: 'slow' };
}

function settlementOf(change: TaskChange, outcome: Outcome): Settlement {
  switch (outcome.kind) {
    case 'sent':
      return { kind: 'sent' };
    case 'waiting': {
      const { because } = outcome;
      return { kind: 'waiting', because, delayMs: because === 'busy' ? busyDelayMs : backoffMs(change.attempts) };
    }
    case 'created':
      return { kind: 'waiting', because: createdWithoutId, delayMs: backoffMs(change.attempts) };
    case 'broken':
      return { kind: 'waiting', because: `broken ${outcome.times}`, delayMs: backoffMs(change.attempts) };
    case 'refused':
      return { kind: 'refused', because: outcome.refusal };
  }
}

const createdWithoutId = 'unreadable created';
const createdElsewhere: ChangeRefusal = 'createdElsewhere';

/** Whether the platform has said that it created the task, which is then only searched for. */
export const isCreated = ({ lastError }: Pick<TaskChange, 'lastError'>): boolean =>
  lastError === createdWithoutId || lastError === createdElsewhere;

/** How many attempts in a row the desk failed to make, according to the last error of a change. */
export const timesBroken = (lastError: string | null): number =>
  Number(/^broken (\d+)$/.exec(lastError ?? '')?.[1] ?? 0);

async function readTask(tx: Queryable, { locationId, id }: TaskRow): Promise<TaskRow | undefined> {
  const [task] = await tx
    .select()
    .from(tasks)
    .where(and(eq(tasks.locationId, locationId), eq(tasks.id, id)));
  return task;
}
