import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { createRandom } from '#platform/simulator/random.ts';
import { isAlive } from '#programs/base/is-alive.ts';
import { drizzleOnce } from '#programs/base/run-program.ts';
import { startDemo } from '#programs/demo/demo.ts';
import { longestWaitMs } from '#shared/testing/limits.ts';
import { awaitSettlement, readHeldVisits } from '#tools/chaos/ledger.ts';
import { openReception } from '#tools/chaos/load.ts';
import { readMembers } from '#tools/chaos/members.ts';
import { signIn } from '#tools/chaos/sign-in.ts';
import { openWindow } from '#tools/chaos/window.ts';
import { ownSurroundings } from '#tools/testing/own-surroundings.ts';
import { type Stack, startStack } from '#tools/testing/stack.ts';
import { databasesOf, withDatabase } from '#tools/testing/with-database.ts';

const email = 'reception@demo.example';
const tapsPerSecond = 4; // 240 a minute
const sameVisitMs = 1_000;

const run = (script: string, dataDir: string, folder: string) =>
  promisify(execFile)(process.execPath, [...drizzleOnce, `programs/${script}.ts`, folder], {
    env: { ...ownSurroundings(), DATA_DIR: dataDir },
  });

/** Opens a window at reception, and records when the response to each tap had certainly been seen. */
async function openCounter(stack: Stack) {
  const place = await withDatabase(stack, 'desk', async (client) => {
    const { rows } = await client.query<{ locationId: string; staffId: string }>(
      `select l.id as "locationId", s.id as "staffId" from locations l, staff s where s.email = $1 order by l.created_at limit 1`,
      [email],
    );
    return rows[0] ?? { locationId: '', staffId: '' };
  });
  const [gym] = await stack.platformAdmin<{ gymId: string }[]>('list-gyms');
  const cookie = await signIn(stack.deskUrl, email, stack.password);
  const { load, windows } = openReception({
    members: await readMembers(databasesOf(stack), gym?.gymId ?? ''),
    random: createRandom(1, 'backup'),
    tapsPerSecond,
    openWindows: (listen) => [openWindow({ deskUrl: stack.deskUrl, cookie, place }, listen)],
  });
  const acknowledgedAt = new Map<string, number>();
  const timer = setInterval(() => {
    for (const { tapId, answer } of load.taps()) {
      if (answer.kind === 'acknowledged' && !acknowledgedAt.has(tapId)) acknowledgedAt.set(tapId, Date.now());
    }
  }, 20);
  load.begin('allKilled');
  return {
    acknowledgedBefore: (moment: number) =>
      load.taps().filter(({ tapId }) => (acknowledgedAt.get(tapId) ?? Number.POSITIVE_INFINITY) < moment),
    close: async () => {
      clearInterval(timer);
      await load.end();
      await Promise.all(windows.map((window) => window.close()));
    },
  };
}

async function killEverything(stack: Stack): Promise<void> {
  await Promise.all([stack.killDesk(), stack.killPlatform()]);
  for (const program of ['desk', 'platform']) {
    const pidFile = path.join(stack.dataDir, program, 'postgresql', 'postmaster.pid');
    const pid = fs.existsSync(pidFile) && Number(fs.readFileSync(pidFile, 'utf8').split('\n')[0]);
    if (pid && isAlive(pid)) process.kill(pid, 'SIGKILL');
  }
}

test('at 240 visits a minute, a desk and a platform restored elsewhere have each visit once that was acknowledged before the backup', async () => {
  const stack = await startStack();
  const [backups, restored] = [`${stack.dataDir}-backups`, `${stack.dataDir}-restored`];
  try {
    const since = new Date();
    const counter = await openCounter(stack);
    await expect.poll(() => counter.acknowledgedBefore(Date.now()).length).toBeGreaterThan(15);
    fs.mkdirSync(backups);
    await run('backup', stack.dataDir, backups);
    // at least one visit after the backup
    const { length } = counter.acknowledgedBefore(Date.now());
    await expect.poll(() => counter.acknowledgedBefore(Date.now()).length).toBeGreaterThan(length);
    await counter.close();
    await killEverything(stack);

    const [name = ''] = fs.readdirSync(backups);
    const { asOf } = JSON.parse(fs.readFileSync(path.join(backups, name, 'backup.json'), 'utf8')) as { asOf: string }; // safe because: the command wrote it
    const acknowledged = counter.acknowledgedBefore(Date.parse(asOf));
    expect(acknowledged.length).toBeGreaterThan(15);
    await run('restore', restored, backups);
    const ports = { PORT: new URL(stack.deskUrl).port, PLATFORM_PORT: new URL(stack.platformUrl).port };
    const env = { ...ownSurroundings(), ...ports, DATA_DIR: restored, DEMO_PASSWORD: stack.password };
    const demo = await startDemo({ env, deskScript: 'programs/desk.ts' });
    try {
      const anew = { ...stack, dataDir: restored };
      const settled = await awaitSettlement(
        databasesOf(anew),
        () => [],
        () => longestWaitMs,
      );
      expect(settled).toMatchObject({ isSettled: true });
      const held = await readHeldVisits(databasesOf(anew), acknowledged, since);
      const timesHeld = acknowledged.map(
        ({ accountId, kind, happenedAt }) =>
          held.filter(
            (visit) =>
              visit.accountId === accountId && visit.kind === kind && Math.abs(visit.at - happenedAt) < sameVisitMs,
          ).length,
      );
      expect(timesHeld).toEqual(acknowledged.map(() => 1));
    } finally {
      await demo.stop();
    }
  } finally {
    await killEverything(stack);
    for (const folder of [stack.dataDir, backups, restored]) fs.rmSync(folder, { recursive: true, force: true });
  }
});
