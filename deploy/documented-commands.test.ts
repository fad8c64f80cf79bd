import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { root } from '#programs/base/run-program.ts';

test('the files that the documented commands of Compose make, with secrets and members, are readable for their owner alone', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'front-desk-compose-'));
  onTestFinished(() => fs.rmSync(folder, { recursive: true }));
  fs.writeFileSync(path.join(folder, 'docker'), '#!/bin/sh\necho a dump\n', { mode: 0o755 });
  fs.copyFileSync(path.join(root, 'deploy', '.env.example'), path.join(folder, '.env.example'));
  const document = fs.readFileSync(path.join(root, 'docs', 'operate.md'), 'utf8');
  const lines = document.split('\n').filter((line) => /\.env\.example \.env\b|^at=\$|docker .* pg_dump /.test(line));
  const env = { PATH: `${folder}:${process.env.PATH}`, NODE_ENV: 'test' as const };
  execFileSync('bash', ['-ec', ['umask 022', ...lines].join('\n')], { cwd: folder, env, stdio: 'ignore' });
  const made = fs
    .readdirSync(folder)
    .filter((name) => name.endsWith('.dump') || name === '.env')
    .sort();
  expect(made).toEqual([
    '.env',
    expect.stringMatching(/^desk-\d{8}T\d{6}Z\.dump$/),
    expect.stringContaining('platform-'),
  ]);
  expect(made.map((name) => fs.statSync(path.join(folder, name)).mode & 0o777)).toEqual([0o600, 0o600, 0o600]);
});
