import fs from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { type Program, programs } from '#programs/base/both-programs.ts';
import { UserError } from '#programs/base/user-error.ts';
import { readSystemIdentifier } from './origin.ts';

const contents = z.object({ tables: z.number(), rows: z.number() });

/** The contents of `backup.json`. */
const backupNote = z.object({
  madeBy: z.literal('npm run backup'),
  /** Everything acknowledged before this moment is in the backup. */
  asOf: z.string(),
  /** The major version of PostgreSQL that wrote the files. */
  postgresql: z.number(),
  programs: z.object({ desk: contents.optional(), platform: contents.optional() }),
  /** Files that the programs keep beside their databases, such as generated secrets: names without a path. */
  files: z.array(z.string().regex(/^[^/\\]+$/)),
  /** The origin; absent in backups of an earlier version. `machine` is its id, where it has one. */
  from: z.object({ host: z.string(), machine: z.string().optional(), dataDir: z.string() }).optional(),
});
export type BackupNote = z.infer<typeof backupNote>;
type Origin = NonNullable<BackupNote['from']>;

const noteFile = 'backup.json';
const namePattern = /^front-desk-\d{8}T\d{6}Z(-\d+)?$/;

/** Names sort chronologically. */
export const nameBackup = (at: Date): string => `front-desk-${at.toISOString().replace(/[-:]|\.\d+/g, '')}`;

/** The path of a program's cluster in a backup, the same as in a data folder. */
export const clusterIn = (backup: string, program: Program): string => path.join(backup, program, 'postgresql');

export function writeNote(backup: string, note: BackupNote): void {
  fs.writeFileSync(path.join(backup, noteFile), `${JSON.stringify(note, null, 2)}\n`, { mode: 0o600 });
}

/** Undefined for a folder that is unreadable, or that is not a complete backup made by this command. */
function readNote(backup: string): BackupNote | undefined {
  try {
    return backupNote.safeParse(JSON.parse(fs.readFileSync(path.join(backup, noteFile), 'utf8'))).data;
  } catch {
    return undefined;
  }
}

/** The complete backups in a folder, oldest first. */
export function listBackups(folder: string): string[] {
  if (!fs.existsSync(folder)) return [];
  const names = fs.readdirSync(folder).filter((name) => namePattern.test(name));
  return names
    .sort()
    .map((name) => path.join(folder, name))
    .filter(readNote);
}

/** The system identifiers of the clusters in a backup. They survive a restore on another machine. */
const originsOf = (backup: string): string[] =>
  programs.flatMap((program) => readSystemIdentifier(clusterIn(backup, program)) ?? []);

const isOfSameOrigin = (one: string, other: string): boolean => {
  const origins = new Set(originsOf(one));
  return originsOf(other).some((origin) => origins.has(origin));
};

/** The backups of the same databases beside `backup`, with itself, oldest first. */
const listSameOrigin = (backup: string): string[] =>
  listBackups(path.dirname(backup)).filter((one) => isOfSameOrigin(one, backup));

/**
 * A backup of an earlier version does not say where it was made: an older one is taken for one of the same series, as
 * after an update. A newer one must be of another folder, whose Front Desk is still of that version.
 */
function isOfSameFolder(newer: string, older: string): boolean {
  const [from, before] = [readNote(newer)?.from, readNote(older)?.from];
  if (before === undefined) return true;
  return from !== undefined && isSameMachine(from, before) && from.dataDir === before.dataDir;
}

/** A host name may change, and a new machine may have that of the former one. */
const isSameMachine = (one: Origin, other: Origin): boolean =>
  one.machine && other.machine ? one.machine === other.machine : one.host === other.host;

/**
 * Names come from the machine's clock, which may have been reset since the previous backup.
 * @throws UserError if the folder of `latest`, which was just made, has a later-named backup of the same data folder
 */
export function requireLatestName(latest: string): void {
  const named = listSameOrigin(latest)
    // one without may be of an abandoned folder, whose Front Desk is of an earlier version
    .filter((backup) => readNote(backup)?.from && isOfSameFolder(latest, backup))
    .at(-1);
  if (named === undefined || named === latest) return;
  throw new UserError(
    `This backup is made, but ${named} has a later name: the clock of this machine is behind, or was ahead when that was made. Set the clock, and move the backups whose names are wrong to another folder: until then none is deleted, and a restore takes that one unless it is told which.`,
  );
}

/**
 * One sentence about another data folder of the same databases that was backed up since this one was last, before
 * `latest`: after a restore elsewhere, the abandoned one may still be. Undefined if there is none.
 */
export function describeOtherFolder(latest: string): string | undefined {
  const others = listSameOrigin(latest).filter((backup) => backup !== latest);
  const last = others.at(-1);
  const previous = others.findLast((backup) => readNote(backup)?.from && isOfSameFolder(latest, backup));
  if (!last || !previous || last === previous) return undefined; // without a previous one the databases were moved here
  return `This backup is made, but since the one before it the same databases were backed up here from another data folder, in ${describe(last)}: where programs or a nightly backup of the gym’s former data folder or machine still run, end them.`;
}

/**
 * Deletes all but the newest `keep` backups of the same data folder, always keeping `latest`. Those of a former folder
 * of these databases count too, until there are enough of this one, unless one is later than the first of this folder: then
 * that is still backed up, and has a series of its own. Deletes nothing else.
 * @returns the deleted backups
 */
export function deleteOldBackups(latest: string, keep: number): string[] {
  const sameOrigin = listSameOrigin(latest);
  const isOfOurs = (backup: string) => isOfSameFolder(latest, backup);
  const lastOfAnother = sameOrigin.findLastIndex((backup) => !isOfOurs(backup));
  const ours = sameOrigin.filter(isOfOurs);
  // an orderly move has deleted the former folder's before there are more of ours: what comes before ours then, may be in use
  const isMoved = ours.length <= keep && lastOfAnother < sameOrigin.findIndex(isOfOurs);
  const series = isMoved ? sameOrigin : ours;
  const others = series.filter((backup) => backup !== latest); // always kept, whatever its name says
  const old = others.slice(0, Math.max(0, others.length - (keep - 1)));
  for (const backup of old) fs.rmSync(backup, { recursive: true });
  return old;
}

/**
 * The backup at `folder`, or the newest one in it if all are of the same databases in the same data folder.
 * @throws UserError
 */
export function requireBackup(folder: string): { backup: string; note: BackupNote } {
  const backup = readNote(folder) ? folder : newestOf(folder);
  const note = backup && readNote(backup);
  if (!note) {
    throw new UserError(
      `There is no backup in ${folder} that this user can read: name a folder that "npm run backup" has written to.`,
    );
  }
  return { backup, note };
}

function newestOf(folder: string): string | undefined {
  const newest: string[] = [];
  for (const backup of listBackups(folder).reverse()) {
    if (!newest.some((newer) => isOfSameOrigin(newer, backup) && isOfSameFolder(newer, backup))) newest.push(backup);
  }
  const [first, ...others] = newest;
  if (first === undefined || others.length === 0) return first;
  // after a restore elsewhere, the abandoned data folder may still be backed up, even later than the one in use
  const what = others.every((other) => isOfSameOrigin(first, other))
    ? 'the same databases in different data folders'
    : 'different databases';
  throw new UserError(
    `${folder} has backups of ${what}: name the one to restore, the newest of each being ${newest.map(describe).join(', ')}.`,
  );
}

function describe(backup: string): string {
  const from = readNote(backup)?.from;
  if (!from) return backup;
  return `${backup} (of ${from.dataDir} on ${from.host}${from.machine ? `, machine-id ${from.machine}` : ''})`;
}

/** The total size in bytes of all files below `folder`. */
export function sizeOf(folder: string): number {
  const files = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const size = (file: string) => fs.statSync(path.join(folder, file), { throwIfNoEntry: false })?.size ?? 0;
  return files.reduce((sum, file) => sum + size(file), 0);
}

/** @throws UserError if the disk of `folder` has less than `bytes` free */
export function requireRoom(folder: string, bytes: number): void {
  const { bavail, bsize } = fs.statfsSync(folder);
  if (bavail * bsize > bytes) return;
  const megabytes = Math.ceil(bytes / 1_000_000);
  throw new UserError(`The disk that holds ${folder} has not the ${megabytes} MB that this needs: make room on it.`);
}
