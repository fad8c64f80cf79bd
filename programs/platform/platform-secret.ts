import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { syncFile } from '#programs/base/sync-file.ts';
import { UserError } from '#programs/base/user-error.ts';

/** As many characters as PLATFORM_SECRET must have: what is shorter was not written to its end. */
const leastLength = 32;

const fileOf = (dataDir: string) => path.join(dataDir, 'platform.secret');

/**
 * What the platform seals with where nobody set PLATFORM_SECRET: made once, readable by its owner alone.
 * @throws UserError where there is one that is not whole
 */
export function keepPlatformSecret(dataDir: string): string {
  return readPlatformSecret(dataDir) ?? makeSecret(dataDir);
}

/** @throws UserError where there is one that is not whole: another in its place would open nothing of what it sealed */
export function readPlatformSecret(dataDir: string): string | undefined {
  const file = fileOf(dataDir);
  if (!fs.existsSync(file)) return undefined;
  const secret = fs.readFileSync(file, 'utf8').trim();
  if (secret.length >= leastLength) return secret;
  throw new UserError(
    `${file} holds no whole secret: put back the one of a backup; only where the platform never ran with it, remove the file, and its next start makes another.`,
  );
}

/** It is whole, and on the disk, before it has its name: rows that are sealed under it outlive a power cut, too. */
function makeSecret(dataDir: string): string {
  fs.mkdirSync(dataDir, { recursive: true });
  const file = fileOf(dataDir);
  const unfinished = `${file}.${process.pid}`;
  try {
    fs.writeFileSync(unfinished, randomBytes(32).toString('base64url'), { mode: 0o600, flush: true });
    fs.linkSync(unfinished, file);
    syncFile(dataDir);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error; // another start was first
  } finally {
    fs.rmSync(unfinished, { force: true });
  }
  return keepPlatformSecret(dataDir);
}
