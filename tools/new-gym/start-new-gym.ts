import { randomBytes, randomUUID } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { findFreePort } from '#programs/base/free-ports.ts';
import { startDesk } from '#programs/demo/demo.ts';
import { ownSurroundings } from '#tools/testing/own-surroundings.ts';
import type { Stack } from '#tools/testing/stack.ts';

/** A member that the gym's platform has before its desk is started. */
interface EarlierMember {
  name: string;
  /** As the platform stores it. */
  card: string;
}

/** A gym that an operator has just created, and a desk that is started with its key and nothing else. */
export interface NewGym {
  /** The link that the first start writes to the log. */
  link: string;
  port: number;
  members: readonly EarlierMember[];
  stop(): Promise<void>;
}

/** Creates a gym with the operator's command, and starts a desk for it with the settings that README names. */
export async function startNewGym(stack: Stack, environment: Record<string, string> = {}): Promise<NewGym> {
  const created = ['create-gym', '--name', 'New gym', '--time-zone', 'Europe/Berlin'];
  const { apiKey } = await stack.platformAdmin<{ apiKey: string }>(...created);
  const members: EarlierMember[] = [];
  for (const name of ['Lena Vogt', 'Omar Haddad', 'Mia Brandt']) {
    members.push(await enrol({ platformUrl: stack.platformUrl, apiKey }, name));
  }
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'front-desk-new-'));
  fs.chmodSync(dataDir, 0o755);
  const port = await findFreePort();
  const desk = await startDesk(
    {
      ...ownSurroundings(),
      DATA_DIR: dataDir,
      PORT: String(port),
      DESK_URL: `http://127.0.0.1:${port}`,
      DESK_SECRET: 'a secret of a gym that is new, long enough',
      GYM_NAME: 'New gym',
      GYM_TIME_ZONE: 'Europe/Berlin',
      GYM_API_URL: stack.gymUrl,
      GYM_API_KEY: apiKey,
      ...environment,
    },
    'programs/desk.ts',
  );
  const stop = async () => {
    await desk.stop();
    fs.rmSync(dataDir, { recursive: true, force: true });
  };
  const log = fs.readFileSync(path.join(dataDir, 'logs', 'desk.log'), 'utf8');
  const link = /http\S+\/set-up\?token=\S+/.exec(log)?.[0];
  if (link === undefined) {
    await stop();
    throw new Error('The first start has written no set-up link.');
  }
  return { link, port, members, stop };
}

interface Access {
  platformUrl: string;
  apiKey: string;
}

/** Adds a member with a card, as other software of the gym does. */
async function enrol(access: Access, name: string): Promise<EarlierMember> {
  const [firstName, lastName] = name.split(' ');
  const { accountId } = await send<{ accountId: string }>(access, '/accounts', {
    firstName,
    lastName,
    email: `${randomUUID()}@example.org`,
    gender: 'FEMALE',
    membership: { membershipId: `M-${randomUUID()}`, membershipType: 'BASIC', startOfContract: '2024-03-01' },
  });
  const card = `0x04${randomBytes(6).toString('hex').toUpperCase()}`;
  await send(access, `/accounts/${accountId}/rfids`, { rfid: card });
  return { name, card };
}

async function send<T>({ platformUrl, apiKey }: Access, at: string, body: unknown): Promise<T> {
  const response = await fetch(new URL(`/api/v2${at}`, platformUrl), {
    method: 'POST',
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${at}: ${response.status} ${text}`);
  return (text ? JSON.parse(text) : undefined) as T; // safe because: the platform fulfils its contract
}
