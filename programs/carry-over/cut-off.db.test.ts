import { execFile, execFileSync, type PromiseWithChild } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { isAlive } from '#programs/base/is-alive.ts';
import { readIfThere } from '#programs/base/read-if-there.ts';
import { drizzleOnce } from '#programs/base/run-program.ts';
import { until } from '#shared/testing/until.ts';
import { makeOldCluster, oldFolder } from '#tools/testing/old-cluster.ts';
import { runDeskAdmin } from '#tools/testing/run-desk-admin.ts';

const root = fs.mkdtempSync(path.join(os.tmpdir(), 'front-desk-cut-off-'));
fs.chmodSync(root, 0o755);
const home = path.join(root, 'gym', 'desk');
const originalHome = path.join(root, 'as-it-was');
const env = {
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  DATA_DIR: path.join(root, 'gym'),
  DESK_SECRET: 's'.repeat(40),
  NODE_ENV: 'test' as const,
};

interface Step {
  call: 'renameSync' | 'rmSync';
  /** Matches the files concerned. */
  of: RegExp;
  /** Fails before the call with this ordinal. */
  number: number;
  /**
   * By default the process is killed, as by a power cut; otherwise the call fails, or waits until the process is
   * resumed.
   */
  instead?: 'fails' | 'waits';
}

const isWaiting = path.join(root, 'is-waiting');

function whatHappens(instead: Step['instead']): string {
  switch (instead) {
    case 'fails':
      return "throw Object.assign(new Error('EROFS: read-only file system'), { code: 'EROFS', path: file })";
    case 'waits':
      return `fs.writeFileSync(${JSON.stringify(isWaiting)}, ''); process.kill(process.pid, 'SIGSTOP')`;
    case undefined:
      return "process.kill(process.pid, 'SIGKILL')";
  }
}

/** A module loaded before the command. */
const stoppedAt = ({ call, of, number, instead }: Step) =>
  `data:text/javascript,${encodeURIComponent(`
    import fs from 'node:fs';
    const original = fs.${call};
    let count = 0;
    fs.${call} = (file, ...rest) => {
      if (${of}.test(file) && ++count === ${number}) {
        ${whatHappens(instead)};
      }
      return original(file, ...rest);
    };`)}`;

function carryOver(bin: string, ...steps: Step[]): PromiseWithChild<{ stdout: string }> {
  const preload = steps.flatMap((step) => ['--import', stoppedAt(step)]);
  const command = [...preload, '--conditions=react-server', ...drizzleOnce, 'programs/carry-over.ts', bin];
  return promisify(execFile)(process.execPath, command, { env });
}

const listLocations = () => runDeskAdmin(env, ['list-locations']);
const ourGym = [{ name: 'Our gym' }];
const here = () => fs.readdirSync(home).sort();
const serversLeft = () =>
  here().flatMap((name) => {
    const note = path.join(home, name, 'postmaster.pid');
    // for a moment a server's new file is empty
    return Number(readIfThere(note)?.split('\n')[0]) || [];
  });

afterAll(() => fs.rmSync(root, { recursive: true }));

describe.runIf(oldFolder)('a carry-over', () => {
  const bin = oldFolder ?? '';
  const major = /(\d+)\/bin$/.exec(bin)?.[1];

  beforeAll(() =>
    makeOldCluster(path.join(originalHome, 'postgresql'), 'desk', bin, (url) => {
      const place = ['--name', 'Our gym', '--time-zone', 'Europe/Berlin', '--api-url', 'http://127.0.0.1:1'];
      return runDeskAdmin({ ...env, DESK_DATABASE_URL: url }, ['add-location', ...place], 'the key');
    }),
  );
  beforeEach(() => {
    fs.rmSync(env.DATA_DIR, { recursive: true, force: true });
    fs.rmSync(isWaiting, { force: true });
    fs.mkdirSync(env.DATA_DIR, { mode: 0o755 });
    execFileSync('cp', ['-a', originalHome, home]);
  });

  const rename = { call: 'renameSync', of: /\/desk\/postgresql/ } as const;
  const beforeCopyIsComplete: Step = { ...rename, number: 1 };
  const beforeNewDatabaseIsComplete: Step = { ...rename, number: 3 };
  const betweenTables: Step = { call: 'rmSync', of: /\/postgresql\.carry-over-copy\/.{36}$/, number: 20 };
  const beforeOldIsMoved: Step = { ...rename, number: 4 };
  const betweenRenames: Step = { ...rename, number: 5 };
  /** The first call removes the copy of an earlier, killed carry-over. */
  const afterRenames: Step = { call: 'rmSync', of: /\/postgresql\.carry-over-copy$/, number: 2 };
  const oldDatabaseIsThere = /is one of PostgreSQL/;
  const noDatabaseIsThere = /There is no database in .*, but postgresql-\d+ and postgresql\.carry-over-new beside/;

  /** Kills a carry-over, and expects that a start is refused and changes nothing. @returns the servers left running */
  async function expectRefusalAfterKill(step: Step, sentence: RegExp): Promise<number[]> {
    await expect(carryOver(bin, step)).rejects.toMatchObject({ signal: 'SIGKILL' });
    const [found, left] = [here(), serversLeft()];
    const refused = await listLocations().catch((error: { stderr: string }) => error.stderr);
    expect(refused).toMatch(/^[^\n]*npm run carry-over[^\n]*\n$/);
    expect(refused).toMatch(sentence);
    expect(here()).toEqual(found);
    return left;
  }

  const owned = ['postgresql.old', 'postgresql.copy', 'postgresql-before-the-summer'].sort();
  /** Files that an owner has put beside the database. */
  const putBeside = () => {
    for (const name of owned)
      fs.cpSync(path.join(home, 'postgresql', 'PG_VERSION'), path.join(home, name, 'PG_VERSION'));
  };
  const expectOwnedUnchanged = () => {
    for (const name of owned) expect(fs.readFileSync(path.join(home, name, 'PG_VERSION'), 'utf8').trim()).toBe(major);
  };

  test('killed while it copies loses nothing: each start is refused in one sentence, and each next carry-over gets further; a second one is refused while it runs, and one whose second rename fails undoes the first', async () => {
    putBeside();
    const left = await expectRefusalAfterKill(beforeCopyIsComplete, oldDatabaseIsThere);
    left.push(...(await expectRefusalAfterKill(beforeNewDatabaseIsComplete, oldDatabaseIsThere)));
    const leftByTables = await expectRefusalAfterKill(betweenTables, oldDatabaseIsThere);
    expect(leftByTables).toHaveLength(2); // control: both servers run on
    left.push(...leftByTables);

    const failing = carryOver(bin, { ...beforeOldIsMoved, instead: 'waits' }, { ...betweenRenames, instead: 'fails' });
    const failed = failing.catch((error: object) => error);
    try {
      await until(() => expect(fs.existsSync(isWaiting)).toBe(true));
      await expect(carryOver(bin)).rejects.toMatchObject({
        stderr: expect.stringMatching(/^Process \d+ is carrying over the databases in [^\n]* already\.\n$/),
      });
    } finally {
      failing.child.kill('SIGCONT'); // otherwise the stopped process would stay for ever
      await failed;
    }
    expect(await failed).toMatchObject({ code: 1, stderr: expect.stringMatching(/^[^\n]+\n$/) });
    expect(here()).toEqual(['postgresql', ...owned].sort());
    expectOwnedUnchanged();
    expect(left.filter(isAlive)).toEqual([]);
  });

  test('killed before, between or after the renames loses nothing: each start before the last is refused in one sentence, the next carry-over completes, and files that its owner put beside the database stay unchanged', async () => {
    putBeside();
    // reached only after the rows of both databases have been counted
    const left = await expectRefusalAfterKill(beforeOldIsMoved, oldDatabaseIsThere);
    left.push(...(await expectRefusalAfterKill(betweenRenames, noDatabaseIsThere)));
    await expect(carryOver(bin, afterRenames)).rejects.toMatchObject({ signal: 'SIGKILL' });
    expect(await listLocations()).toMatchObject(ourGym);
    expect(here()).toContain('postgresql.carry-over-copy'); // control: there is something to remove
    expect((await carryOver(bin)).stdout).toContain('desk: nothing to carry over.');
    expect(await listLocations()).toMatchObject(ourGym);
    expect(here()).toEqual(['postgresql', `postgresql-${major}`, ...owned].sort());
    expectOwnedUnchanged();
    expect(left.filter(isAlive)).toEqual([]);
  });

  test('that is told to stop leaves nothing behind', async () => {
    const running = carryOver(bin);
    let left = serversLeft();
    for (; left.length < 2; left = serversLeft()) await sleep(5);
    running.child.kill('SIGTERM');
    await expect(running).rejects.toMatchObject({
      code: 1,
      stderr: 'Stopped before it was done: nothing of it is left.\n',
    });
    expect(here()).toEqual(['postgresql']);
    // an ended process stays a zombie until its new parent reaps it, a moment later
    await until(() => expect(left.filter(isAlive)).toEqual([]));
  });
});
