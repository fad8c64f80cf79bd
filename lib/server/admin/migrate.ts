import 'server-only';
import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { ActionFailure } from '#lib/server/base/failure.ts';
import type { Location } from '#lib/server/db/schema/locations.ts';
import { changeMigration } from '#lib/server/migration/change-migration.ts';
import { isBeingWorkedOn } from '#lib/server/migration/lease.ts';
import { readMigrations } from '#lib/server/migration/read-migrations.ts';
import { resultWords, writeResults } from '#lib/server/migration/results.ts';
import { startMigration } from '#lib/server/migration/start-migration.ts';
import { workMigration } from '#lib/server/migration/work.ts';
import { isOpen, type MigrationChange, type MigrationRun, type StartOutcome, totalOf } from '#lib/wire/migration.ts';
import messages from '#messages/en/migration.json' with { type: 'json' };
import { requireLocation } from './locations.ts';
import type { AdminWorld } from './world.ts';

const flag = z.boolean().default(false);
const input = z.object({
  location: z.uuid('--location must be the id of a location: list-locations shows it.'),
  file: z.string().optional(),
  results: z.string().optional(),
  status: flag,
  pause: flag,
  resume: flag,
  cancel: flag,
});

type World = Pick<AdminWorld, 'readFile' | 'writeFile' | 'tell'>;

const lookEveryMs = 1_000;
/** A desk that runs works at lists more often than that; where none has one, this command works by itself. */
const patienceMs = 8_000;

/**
 * Brings the members of a list over, as the office does: the same list, worked on by the running desk, or by this command
 * where none runs. It may be ended at any time: the list stays, and is gone on with.
 */
export async function migrateCommand(desk: DeskContext, options: unknown, world: World) {
  const { location: id, file, results, status, ...wishes } = input.parse(options);
  const wish = (['pause', 'resume', 'cancel'] as const).filter((name) => wishes[name]);
  if (wish.length + Number(file !== undefined) > 1) {
    throw new ActionFailure('invalidInput', 'Give one of --file, --pause, --resume and --cancel.');
  }
  const location = await requireLocation(desk.db, id);
  if (file !== undefined) await start(desk, location, Buffer.from(await world.readFile(file)), world);
  if (wish[0]) await change(desk, location, wish[0]);
  const isFollowed = !status && results === undefined && !wishes.pause && !wishes.cancel;
  const run = isFollowed ? await follow(desk, location, world) : await readNewest(desk, location);
  if (results !== undefined)
    await world.writeFile(results, writeResults(desk.db, { locationId: id, runId: run.id, words: englishWords() }));
  return run;
}

async function start(desk: DeskContext, location: Location, file: Buffer, { tell }: World): Promise<void> {
  const outcome = await startMigration(desk, { locationId: location.id, by: null }, file);
  if (outcome.kind !== 'started') throw new ActionFailure('invalidInput', sentenceOf(outcome));
  tell(
    `${outcome.ids} user IDs were taken, ${outcome.repeated} rows repeat others, ${outcome.bad} are not user IDs.\n`,
  );
}

function sentenceOf(outcome: Exclude<StartOutcome, { kind: 'started' }>): string {
  const { list } = messages.migration;
  if (outcome.kind === 'underWay') return list.underWay;
  const rows = outcome.firstBad.map(({ line, problem }) => `row ${line}: ${list.problems[problem]}`);
  return [list.refusals[outcome.because], ...rows].join(' ');
}

async function change(desk: DeskContext, location: Location, wish: MigrationChange): Promise<void> {
  const run = await readNewest(desk, location);
  await changeMigration({ desk, actor: { location, staffId: null } }, { runId: run.id, change: wish });
}

/** The list that is not at its end, or the last one. */
async function readNewest(desk: DeskContext, location: Location): Promise<MigrationRun> {
  const { runs } = await readMigrations({ desk, actor: { location } });
  const run = runs.find(isOpen) ?? runs[0];
  if (!run) throw new ActionFailure('notFound', 'No list was sent at this location yet: give --file.');
  return run;
}

async function follow(desk: DeskContext, location: Location, { tell }: World): Promise<MigrationRun> {
  let told = '';
  let idleSince = desk.clock();
  for (;;) {
    const run = await readNewest(desk, location);
    const progress = progressOf(run);
    if (progress !== told) tell(`${progress}\n`);
    told = progress;
    if (run.state !== 'running') return run;
    if (await isBeingWorkedOn(desk.db, { locationId: location.id, runId: run.id, now: new Date(desk.clock()) }))
      idleSince = desk.clock();
    else if (desk.clock() - idleSince >= patienceMs) await workMigration(desk, location, run.id);
    await setTimeout(lookEveryMs);
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
