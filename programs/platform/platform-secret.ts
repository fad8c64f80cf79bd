import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { syncFile } from '#programs/base/sync-file.ts';
import { UserError } from '#programs/base/user-error.ts';

/** The minimum length of PLATFORM_SECRET: anything shorter was not written completely. */
const leastLength = 32;

const fileOf = (dataDir: string) => path.join(dataDir, 'platform.secret');

/**
 * The platform's secret if PLATFORM_SECRET is not set: generated once, readable by its owner only.
 * @throws UserError if the existing file is incomplete
 */
export function keepPlatformSecret(dataDir: string): string {
  return readPlatformSecret(dataDir) ?? makeSecret(dataDir);
}

/** @throws UserError if it is incomplete: a new secret could not unseal what was sealed under it */
export function readPlatformSecret(dataDir: string): string | undefined {
  const file = fileOf(dataDir);
  if (!fs.existsSync(file)) return undefined;
  const secret = fs.readFileSync(file, 'utf8').trim();
  if (secret.length >= leastLength) return secret;
  throw new UserError(
    `${file} holds no whole secret: put back the one of a backup; only where the platform never ran with it, remove the file, and its next start makes another.`,
  );
}

/** Atomic and flushed to the disk: rows sealed under it survive a power cut, so the secret must too. */
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
