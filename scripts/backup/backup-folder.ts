import fs from 'node:fs';
import path from 'node:path';
import { UserError } from '#scripts/user-error.ts';
import type { Contents } from './read-back.ts';

/** The programs in the order in which their backups end: what a desk has noted as sent, its platform then holds. */
export const programs = ['desk', 'platform'] as const;
export type Program = (typeof programs)[number];

/** What a backup says of itself. */
export interface BackupNote {
  madeBy: 'npm run backup';
  /** Everything that was acknowledged before this moment is in the backup. */
  asOf: string;
  /** The version of PostgreSQL whose files these are. */
  postgresql: number;
  programs: Partial<Record<Program, Contents>>;
  /** What the programs keep beside their databases, such as secrets they made themselves. */
  files: string[];
}

const noteFile = 'backup.json';
const namePattern = /^front-desk-\d{8}T\d{6}Z$/;

/** Names sort as they were made. */
export const nameBackup = (at: Date): string => `front-desk-${at.toISOString().replace(/[-:]|\.\d+/g, '')}`;

export function writeNote(backup: string, note: BackupNote): void {
  fs.writeFileSync(path.join(backup, noteFile), `${JSON.stringify(note, null, 2)}\n`, { mode: 0o600 });
}

function readNote(backup: string): BackupNote | undefined {
  const file = path.join(backup, noteFile);
  if (!fs.existsSync(file)) return undefined;
  const note = JSON.parse(fs.readFileSync(file, 'utf8')) as BackupNote; // safe because: what is not ours is sorted out below
  return note.madeBy === 'npm run backup' ? note : undefined;
}

/** The whole backups in a folder that this command made, the oldest first. */
export function listBackups(folder: string): string[] {
  if (!fs.existsSync(folder)) return [];
  const names = fs.readdirSync(folder).filter((name) => namePattern.test(name));
  return names
    .sort()
    .map((name) => path.join(folder, name))
    .filter(readNote);
}

/** Deletes all but the newest `keep` backups that this command made, and nothing else. @returns what was deleted */
export function deleteOldBackups(folder: string, keep: number): string[] {
  const old = listBackups(folder).slice(0, -keep);
  for (const backup of old) fs.rmSync(backup, { recursive: true });
  return old;
}

/**
 * The backup that `folder` is, or the newest of those in it.
 * @throws UserError
 */
export function requireBackup(folder: string): { backup: string; note: BackupNote } {
  const backup = readNote(folder) ? folder : listBackups(folder).at(-1);
  const note = backup && readNote(backup);
  if (!note)
    throw new UserError(`There is no backup in ${folder}: name a folder that "npm run backup" has written to.`);
  return { backup, note };
}

/** The bytes of all files below `folder`. */
export function sizeOf(folder: string): number {
  const files = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const size = (file: string) => fs.statSync(path.join(folder, file), { throwIfNoEntry: false })?.size ?? 0;
  return files.reduce((sum, file) => sum + size(file), 0);
}

/** @throws UserError where the disk of `folder` has not room for `bytes` */
export function requireRoom(folder: string, bytes: number): void {
  const { bavail, bsize } = fs.statfsSync(folder);
  if (bavail * bsize > bytes) return;
  const megabytes = Math.ceil(bytes / 1_000_000);
  throw new UserError(`The disk that holds ${folder} has not the ${megabytes} MB that this needs: make room on it.`);
}
