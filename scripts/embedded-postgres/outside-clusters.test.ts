import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { canReach } from './operating-user.ts';

const somebody = { uid: 54_321, gid: 54_321 };
const canBeSomebody = process.getuid?.() === 0 && canReach(import.meta.dirname, somebody);

test.runIf(canBeSomebody)('databases that root left on this machine stop nobody who may not look into them', () => {
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
    expect(JSON.parse(said)).toMatchObject([{ name: 'one', isRunning: false }]);
  } finally {
    fs.rmSync(clusters, { recursive: true });
  }
});
