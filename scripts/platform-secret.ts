import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

/** What the platform seals with where nobody set PLATFORM_SECRET: made once, readable by its owner alone. */
export function keepPlatformSecret(dataDir: string): string {
  const file = path.join(dataDir, 'platform.secret');
  fs.mkdirSync(dataDir, { recursive: true });
  try {
    fs.writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  return fs.readFileSync(file, 'utf8');
}
