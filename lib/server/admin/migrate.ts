import 'server-only';
import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { ActionFailure } from '#lib/server/base/failure.ts';
import type { Location } from '#lib/server/db/schema/locations.ts';
import { changeMigration } from '#lib/server/migration/change-migration.ts';
import { isLeased } from '#lib/server/migration/lease.ts';
import { readMigrations } from '#lib/server/migration/read-migrations.ts';
import { resultWords, writeResults } from '#lib/server/migration/results.ts';
import { startMigration } from '#lib/server/migration/start-migration.ts';
import { workMigration } from '#lib/server/migration/work.ts';
import { isOpen, type MigrationRun, type StartOutcome, totalOf } from '#lib/wire/migration.ts';
import messages from '#messages/en/migration.json' with { type: 'json' };
import type { AdminContext } from './admin-context.ts';
import { locationInput, requireMeantLocation } from './find-location.ts';

const flag = z.boolean().default(false);
const input = z.object({
  location: locationInput,
  file: z.string().optional(),
  results: z.string().optional(),
  status: flag,
  pause: flag,
  resume: flag,
  cancel: flag,
});

/** The operator at one location. */
interface RunContext extends AdminContext<'readFile' | 'writeFile' | 'tell'> {
  actor: { location: Location; staffId: null };
}

const pollEveryMs = 1_000;
/** A running desk claims a run well within this time; after it, the command processes the run itself. */
const patienceMs = 8_000;

/**
 * Migrates the members of a list, as the office does. The running desk processes the run, or this command does where no desk
 * runs. The command may be interrupted at any time: the run is stored, and continues.
 */
export async function migrateCommand(context: AdminContext<'readFile' | 'writeFile' | 'tell'>, options: unknown) {
  const { desk, host } = context;
  const { location: meant, file, results, status, ...flags } = input.parse(options);
  const changes = (['pause', 'resume', 'cancel'] as const).filter((name) => flags[name]);
  if (changes.length + Number(file !== undefined) > 1) {
    throw new ActionFailure('invalidInput', 'Give one of --file, --pause, --resume and --cancel.');
  }
  const there: RunContext = {
    ...context,
    actor: { location: await requireMeantLocation(desk.db, meant), staffId: null },
  };
  if (file !== undefined) await start(there, file);
  if (changes[0]) await changeMigration(there, { runId: (await readNewest(there)).id, change: changes[0] });
  const isFollowed = !status && results === undefined && !flags.pause && !flags.cancel;
  const run = isFollowed ? await follow(there) : await readNewest(there);
  if (results !== undefined)
    await host.writeFile(
      results,
      writeResults(desk.db, { locationId: there.actor.location.id, runId: run.id, words: englishWords() }),
    );
  return run;
}

async function start(context: RunContext, path: string): Promise<void> {
  const { host } = context;
  const outcome = await startMigration(context, { file: Buffer.from(await host.readFile(path)) });
  if (outcome.kind !== 'started') throw new ActionFailure('invalidInput', sentenceOf(outcome));
  host.tell(
    `${outcome.ids} user IDs were taken, ${outcome.repeated} rows repeat others, ${outcome.bad} are not user IDs.\n`,
  );
}

function sentenceOf(outcome: Exclude<StartOutcome, { kind: 'started' }>): string {
  const { list } = messages.migration;
  if (outcome.kind === 'underWay') return list.underWay;
  const rows = outcome.firstBad.map(({ line, problem }) => `row ${line}: ${list.problems[problem]}`);
  return [list.refusals[outcome.because], ...rows].join(' ');
}

/** The unfinished run, or else the latest one. */
async function readNewest(context: RunContext): Promise<MigrationRun> {
  const { runs } = await readMigrations(context);
  const run = runs.find(isOpen) ?? runs[0];
  if (!run) throw new ActionFailure('notFound', 'No list was sent at this location yet: give --file.');
  return run;
}

/** Reports the progress of the run until it ends or pauses. */
async function follow(context: RunContext): Promise<MigrationRun> {
  const { desk, host, actor } = context;
  const locationId = actor.location.id;
  let reported = '';
  let idleSince = desk.clock();
  for (;;) {
    const run = await readNewest(context);
    const progress = progressOf(run);
    if (progress !== reported) host.tell(`${progress}\n`);
    reported = progress;
    if (run.state !== 'running') return run;
    if (await isLeased(desk.db, { locationId, runId: run.id, now: new Date(desk.clock()) })) idleSince = desk.clock();
    else if (desk.clock() - idleSince >= patienceMs) await workMigration(context, { runId: run.id });
    await setTimeout(pollEveryMs);
  }
}

function progressOf(run: MigrationRun): string {
  const { counts, pausedBecause, waitsFor } = run;
  const total = totalOf(run);
  const { paused, waits } = messages.migration.progress;
  const why = pausedBecause ? paused[pausedBecause] : waitsFor ? waits[waitsFor] : '';
  const { migrated, alreadyThere, notFound, refused } = counts;
  const parts = `${migrated} brought over, ${alreadyThere} were there, ${notFound} not found, ${refused} refused`;
  return `${total - counts.waiting} of ${total}: ${parts}. ${why}`.trimEnd();
}

function englishWords() {
  const { results } = messages.migration;
  return resultWords((key, values) => {
    const [part, name] = key.split('.');
    const texts: Record<string, string> = results[part as keyof typeof results]; // safe because: a key begins with a part
    return (texts[name ?? ''] ?? '').replace(/\{(line|code)\}/g, (_, value: 'line' | 'code') => values[value]);
  }, ',');
}
