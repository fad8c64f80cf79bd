import { execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { canReach } from './operating-user.ts';
import { deleteCluster, listOutsideClusters } from './outside-clusters.ts';

const somebody = { uid: 54_321, gid: 54_321 };
const canActAsOtherUser = process.getuid?.() === 0 && canReach(import.meta.dirname, somebody);

test.runIf(canActAsOtherUser)(
  'databases that root left on this machine do not block users who cannot read them',
  () => {
    const clusters = fs.mkdtempSync(path.join(os.tmpdir(), 'front-desk-outside-'));
    try {
      fs.chmodSync(clusters, 0o755);
      const folder = path.join(clusters, 'one', 'postgresql');
      fs.mkdirSync(path.join(folder, 'global'), { recursive: true });
      fs.writeFileSync(path.join(folder, 'global', 'pg_control'), '');
      fs.chmodSync(folder, 0o700);
      const module = path.join(import.meta.dirname, 'outside-clusters.ts');
      const work = `const { listOutsideClusters } = await import(${JSON.stringify(module)});
      console.log(JSON.stringify(listOutsideClusters([${JSON.stringify(clusters)}])));`;
      const options = { ...somebody, cwd: path.resolve('.'), encoding: 'utf8' as const };
      const said = execFileSync(process.execPath, ['--input-type=module', '--eval', work], options);
      expect(JSON.parse(said)).toMatchObject([{ name: 'one' }]);
    } finally {
      fs.rmSync(clusters, { recursive: true });
    }
  },
);

describe('a database that no data folder points to', () => {
  let clusters = '';
  beforeEach(() => {
    clusters = fs.mkdtempSync(path.join(os.tmpdir(), 'front-desk-outside-'));
  });
  afterEach(() => fs.rmSync(clusters, { recursive: true }));

  /** A cluster with this content in its postmaster.pid. */
  function makeLost(note: string) {
    const folder = path.join(clusters, 'lost', 'postgresql');
    fs.mkdirSync(folder, { recursive: true });
    fs.writeFileSync(path.join(folder, 'postmaster.pid'), note);
    const [cluster] = listOutsideClusters([clusters]);
    if (!cluster) throw new Error('It is not listed.');
    return { folder, cluster };
  }

  test.each([
    ['a process that reuses that id since the power cut', `${process.ppid}\n/srv/gym\n`],
    ['nothing, as left by a power cut', ''],
    ['a process that is gone', `${2 ** 22 + 1}\n/srv/gym\n`],
  ])('is deleted if its postmaster.pid names %s', async (_, note) => {
    const { cluster } = makeLost(note);
    await deleteCluster(cluster);
    expect(listOutsideClusters([clusters])).toEqual([]);
  });

  test.runIf(process.platform === 'linux')('is not deleted while its server runs', async () => {
    const { folder, cluster } = makeLost('');
    const server = spawn('/bin/sleep', ['600'], { cwd: folder, stdio: 'ignore' });
    try {
      await new Promise((resolve) => server.once('spawn', resolve));
      fs.writeFileSync(path.join(folder, 'postmaster.pid'), `${server.pid}\n${folder}\n`);
      await expect(deleteCluster(cluster)).rejects.toThrow('The database "lost" is running: stop the program');
      expect(fs.existsSync(folder)).toBe(true);
    } finally {
      server.kill();
    }
  });
});
