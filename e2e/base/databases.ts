import { setTimeout } from 'node:timers/promises';
import type pg from 'pg';
import { longestWaitMs } from '#shared/testing/limits.ts';
import type { Stack } from '#tools/testing/stack.ts';
import { withDatabase } from '#tools/testing/with-database.ts';

/** Queries the database of a running program, for data that no interface returns. */
export async function queryDatabase<Row extends pg.QueryResultRow>(
  stack: Stack,
  program: 'desk' | 'platform',
  statements: readonly { text: string; values?: unknown[] }[],
): Promise<Row[]> {
  return withDatabase(stack, program, async (client) => {
    let rows: Row[] = [];
    for (const statement of statements) rows = (await client.query<Row>(statement)).rows;
    return rows;
  });
}

interface RecordedVisit {
  kind: string;
  at: Date;
}

/** The visits of a member at the platform since a point in time: the interface has no list of visits. */
export function readPlatformVisits(stack: Stack, lastName: string, since: Date): Promise<RecordedVisit[]> {
  const text = `select v.kind, v.occurred_at as at
                  from visits v join chain_profiles p using (account_id)
                 where p.last_name = $1 and v.occurred_at >= $2 order by v.occurred_at`;
  return queryDatabase<RecordedVisit & pg.QueryResultRow>(stack, 'platform', [{ text, values: [lastName, since] }]);
}

/**
 * Resets to a day without visits of the demo cards: deletes what earlier tests recorded, including notes about members
 * and their new tasks, and reopens the tasks they completed.
 */
export async function startNewDay(stack: Stack): Promise<void> {
  await untilAllIsTold(stack);
  await forgetTasks(stack);
  await queryDatabase(stack, 'desk', [
    { text: 'delete from visits' },
    { text: 'delete from taps' },
    { text: 'delete from elsewhere_events where at > $1', values: [stack.startedAt] },
    { text: 'delete from sign_in_failures' },
    { text: 'delete from member_notes' },
  ]);
  await queryDatabase(stack, 'platform', [
    { text: 'delete from visits where recorded_at > $1', values: [stack.startedAt] },
    { text: 'delete from admissions where admitted_at > $1', values: [stack.startedAt] },
  ]);
}

async function forgetTasks(stack: Stack): Promise<void> {
  const values = [stack.startedAt];
  const left = await queryDatabase<{ taskId: string; isCompleted: boolean }>(stack, 'platform', [
    { text: 'delete from tasks where created_at > $1', values },
    {
      text: 'update tasks set is_completed = false, completer_id = null where is_completed and modified_at > $1',
      values,
    },
    { text: 'select task_id::text as "taskId", is_completed as "isCompleted" from tasks' },
  ]);
  const idsOf = (tasks: typeof left) => [tasks.map(({ taskId }) => taskId)];
  await queryDatabase(stack, 'desk', [
    { text: 'delete from task_changes' },
    { text: 'delete from tasks where platform_id is null or not platform_id = any($1)', values: idsOf(left) },
    {
      text: `update tasks set is_completed = false, completer_id = null, completed_at = null
              where is_completed and platform_id = any($1)`,
      values: idsOf(left.filter(({ isCompleted }) => !isCompleted)),
    },
  ]);
}

/** Rows claimed by a killed desk stay claimed for longer than this, and are deleted. */
const longestClaimMs = 6_000;
const tellingStepMs = 50;

/**
 * Deletes rows that are not being sent yet, and waits for those that are. Otherwise the echo of an earlier test's
 * visit, received after that visit was deleted, would count as a visit from elsewhere.
 */
async function untilAllIsTold(stack: Stack): Promise<void> {
  for (let waitedMs = 0; waitedMs < longestWaitMs; waitedMs += tellingStepMs) {
    const [desk] = await queryDatabase<{ open: number }>(stack, 'desk', [
      { text: `delete from visits where state in ('held', 'waiting')` },
      { text: `delete from task_changes where state in ('held', 'waiting')` },
      {
        text: `select (select count(*) from visits where state = 'sending')::int
                    + (select count(*) from task_changes where state = 'sending')::int
                    + (select count(*) from webhook_inbox where account_id is not null)::int as open`,
      },
    ]);
    // receivers of other tests are closed, and deliveries to them would be retried for days
    const [platform] = await queryDatabase<{ open: number }>(stack, 'platform', [
      { text: `delete from webhook_deliveries where state = 'QUEUED' and next_attempt_at is not null` },
      {
        text: `select count(*)::int as open from webhook_deliveries join webhooks using (chain_id, webhook_id)
                where state in ('PENDING', 'QUEUED') and url like '%/api/hooks/%'`,
      },
    ]);
    if ((desk?.open === 0 || waitedMs > longestClaimMs) && platform?.open === 0) return;
    await setTimeout(tellingStepMs);
  }
  throw new Error('The platform still tells the desk of what an earlier test did.');
}

/**
 * Gives later visits and completed tasks an undo time that is longer than any test, whatever the settings of the location
 * say: it ends only by `endUndoTime`, so that no test depends on the speed of the machine. A page offers Undo for at most a minute,
 * whatever the desk says: between a verdict and its Undo, a test does nothing that takes long.
 */
export const stopUndoTime = (stack: Stack): Promise<unknown> =>
  queryDatabase(stack, 'desk', [
    {
      text: `create function hold_visit() returns trigger language plpgsql as $$ begin
               new.undo_until := new.undo_until + interval '1 hour';
               new.next_attempt_at := new.undo_until;
               return new;
             end $$`,
    },
    {
      text: `create function hold_task_change() returns trigger language plpgsql as $$ begin
               new.next_attempt_at := new.next_attempt_at + interval '1 hour';
               return new;
             end $$`,
    },
    ...[
      ['visits', 'hold_visit'],
      ['task_changes', 'hold_task_change'],
    ].map(([table, hold]) => ({
      text: `create trigger ${hold} before insert on ${table} for each row when (new.state = 'held') execute function ${hold}()`,
    })),
  ]);

/** Ends the undo time of all visits and completed tasks, which the desk sends then. */
export const endUndoTime = (stack: Stack): Promise<void> =>
  makeDue(stack, [
    `update visits set undo_until = $1, next_attempt_at = $1 where state = 'held'`,
    `update task_changes set next_attempt_at = $1 where state = 'held'`,
  ]);

/** Ends the backoff of visits whose last attempt has failed: the desk tries again now. */
export const endBackoff = (stack: Stack): Promise<void> =>
  makeDue(stack, [`update visits set next_attempt_at = $1 where state = 'waiting'`]);

/** Changes when rows are due, and notifies the desk as it notifies itself. */
async function makeDue(stack: Stack, updates: readonly string[]): Promise<void> {
  const now = new Date();
  await queryDatabase(stack, 'desk', [
    ...updates.map((text) => ({ text, values: [now] })),
    {
      text: `select pg_notify('front_desk_due', concat_ws(' ', kind, id, $1::text))
               from locations cross join unnest(array['send-visit', 'send-task-change']) as kind`,
      values: [now.getTime()],
    },
  ]);
}

/** For polls until a visit has reached the platform: ends the undo time, and reads the visits there. */
export async function readSentVisits(stack: Stack, lastName: string, since: Date): Promise<RecordedVisit[]> {
  await endUndoTime(stack);
  return readPlatformVisits(stack, lastName, since);
}
