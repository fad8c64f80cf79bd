import { setTimeout } from 'node:timers/promises';
import type pg from 'pg';
import type { Stack } from '#tools/testing/stack.ts';
import { withDatabase } from '#tools/testing/with-database.ts';

/** Asks the database of one of the programs while it runs. For what no interface shows. */
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

/** What the platform has recorded of a member since a moment: the wire has no list of visits. */
export function readPlatformVisits(stack: Stack, lastName: string, since: Date): Promise<RecordedVisit[]> {
  const text = `select v.kind, v.occurred_at as at
                  from visits v join chain_profiles p using (account_id)
                 where p.last_name = $1 and v.occurred_at >= $2 order by v.occurred_at`;
  return queryDatabase<RecordedVisit & pg.QueryResultRow>(stack, 'platform', [{ text, values: [lastName, since] }]);
}

/**
 * A day on which nobody has come yet with a demo card: what earlier tests recorded, and noted of members, is gone. So are the
 * tasks they set, and what they did of others is to be done again.
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
    { text: 'update locations set undo_s = 10' },
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

/** What a killed desk had claimed stays claimed for longer, and is forgotten. */
const longestTellingMs = 6_000;
const tellingStepMs = 50;

/**
 * What is not under way yet is given up; what is, is waited for. A visit of an earlier test whose echo came back once the
 * visit itself is forgotten would be one from elsewhere.
 */
async function untilAllIsTold(stack: Stack): Promise<void> {
  for (let waitedMs = 0; waitedMs < longestTellingMs; waitedMs += tellingStepMs) {
    const [desk] = await queryDatabase<{ open: number }>(stack, 'desk', [
      { text: `delete from visits where state in ('held', 'waiting')` },
      { text: `delete from task_changes where state in ('held', 'waiting')` },
      {
        text: `select (select count(*) from visits where state = 'sending')::int
                    + (select count(*) from task_changes where state = 'sending')::int
                    + (select count(*) from webhook_inbox where account_id is not null)::int as open`,
      },
    ]);
    // receivers of other tests are closed, and are tried for days
    const [platform] = await queryDatabase<{ open: number }>(stack, 'platform', [
      { text: `delete from webhook_deliveries where state = 'QUEUED' and next_attempt_at is not null` },
      {
        text: `select count(*)::int as open from webhook_deliveries join webhooks using (chain_id, webhook_id)
                where state in ('PENDING', 'QUEUED') and url like '%/api/hooks/%'`,
      },
    ]);
    if (desk?.open === 0 && platform?.open === 0) return;
    await setTimeout(tellingStepMs);
  }
}

/** Undo stands on the screen for longer than a test takes that looks around before it presses; until the next day begins. */
export const giveTimeForUndo = (stack: Stack): Promise<unknown> =>
  queryDatabase(stack, 'desk', [{ text: 'update locations set undo_s = 60' }]);
