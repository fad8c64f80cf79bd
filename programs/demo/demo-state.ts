import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

/** The demo's state between starts, readable by its owner only. */
interface DemoState {
  deskSecret: string;
  password: string;
  /** The desk's key for each gym, by gym id. */
  apiKeys: Record<string, string>;
  /** Keys for the data export only, by gym id; absent in the demo of an earlier version. */
  exportKeys?: Record<string, string>;
  /** Whether the desk has the visits of the days before its first start; deleted ones are not added again. */
  areVisitsKept?: boolean;
  /** Whether all members have their portrait; one that a visitor removes is not drawn again. */
  arePortraitsDrawn?: boolean;
  /** Where the platform's sandbox can be switched off and on; absent if the platform listens on more than loopback. */
  sandboxUrl?: string | undefined;
  /** The desk's credentials of the legacy interface, by gym id; absent in the demo of an earlier version. */
  legacy?: Record<string, { legacyGymId: number; accessToken: string }>;
}

const fileOf = (dataDir: string) => path.join(dataDir, 'demo.json');

export function readDemoState(dataDir: string): DemoState | undefined {
  const file = fileOf(dataDir);
  // safe because: only writeDemoState writes it
  return fs.existsSync(file) ? (JSON.parse(fs.readFileSync(file, 'utf8')) as DemoState) : undefined;
}

export function writeDemoState(dataDir: string, state: DemoState): void {
  fs.mkdirSync(dataDir, { recursive: true });
  const unfinished = `${fileOf(dataDir)}.${process.pid}`;
  fs.writeFileSync(unfinished, JSON.stringify(state, null, 2), { mode: 0o600 });
  fs.renameSync(unfinished, fileOf(dataDir));
}

export const newDemoState = (): DemoState => ({
  deskSecret: randomBytes(32).toString('base64url'),
  password: randomBytes(9).toString('base64url'),
  apiKeys: {},
});
