import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { root } from '#programs/base/run-program.ts';
import { UserError } from '#programs/base/user-error.ts';
import { refuseWhileServed } from './refuse-while-served.ts';

test('a build is refused in one sentence while a desk runs from its folder', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'front-desk-served-'));
  const script = path.join(folder, 'desk.ts');
  fs.writeFileSync(script, `process.send('runs'); setInterval(() => {}, 1000);`);
  const unit = fs.readFileSync(path.join(root, 'deploy/systemd/front-desk-desk.service'), 'utf8');
  const [, options = ''] = /^ExecStart=\S+ (.+) \S+$/m.exec(unit) ?? [];
  const desk = spawn(process.execPath, [...options.split(' '), script], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  onTestFinished(() => {
    desk.kill('SIGKILL');
    fs.rmSync(folder, { recursive: true });
  });
  await new Promise((resolve) => desk.once('message', resolve));
  expect(() => refuseWhileServed()).toThrow(UserError);
  expect(() => refuseWhileServed()).toThrow(
    new RegExp(`^The desk was not built, [^\\n]*\\bprocess ${desk.pid}\\b[^\\n]*: end it, [^\\n]*$`),
  );
});

test('a platform, a desk of development or a database keeps nobody from building', () => {
  const whats = ['platform.ts', 'dev.ts', 'start.ts', 'the database in /var/lib/front-desk/desk/postgresql'];
  expect(() => refuseWhileServed(whats.map((what, i) => ({ pid: 100 + i, what })))).not.toThrow();
});
