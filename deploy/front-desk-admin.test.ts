import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { root } from '#programs/base/run-program.ts';
import { until } from '#shared/testing/until.ts';

/** A fake systemd that prints the commands it gets, and passes on its input until that ends. */
let bin = '';
beforeEach(() => {
  bin = fs.mkdtempSync(path.join(os.tmpdir(), 'front-desk-systemd-'));
  const made = {
    systemctl: '[ "$1" = show ] && echo "DATA_DIR=/var/lib/of-$4" || echo "$@"',
    'systemd-run': `printf '%s\\n' "$@"; cat >&2; exit 3`,
  };
  for (const [name, text] of Object.entries(made)) {
    fs.writeFileSync(path.join(bin, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  }
});
afterEach(() => fs.rmSync(bin, { recursive: true }));

const script = path.join(root, 'deploy', 'systemd', 'front-desk-admin');
const env = () => ({ PATH: `${bin}:${process.env.PATH}`, NODE_ENV: 'test' as const });

function run(args: string[], input = '') {
  const { status, stdout, stderr } = spawnSync(script, args, { env: env(), input, encoding: 'utf8' });
  return { status, asked: stdout.trimEnd().split('\n'), stderr };
}

const unitOf = (program: string) =>
  fs.readFileSync(path.join(root, 'deploy', 'systemd', `front-desk-${program}.service`), 'utf8');

test.each([
  ['desk', 'react-server', ['set-password', '--email', 'ana@example.com']],
  ['platform', 'default', ['create-gym', '--name', 'Our gym; $(id)']],
])('%s runs a command as its program runs, with what was typed and what is read', (program, condition, args) => {
  const { status, asked, stderr } = run([program, ...args], 'a password');
  expect([status, stderr]).toEqual([3, 'a password']);
  const command = ['--import', './programs/resolve-drizzle-once.ts', `programs/${program}-admin.ts`, ...args];
  expect(asked.slice(-command.length - 1)).toEqual([`--conditions=${condition}`, ...command]);
  const node = asked[asked.length - command.length - 2] ?? '';
  expect(unitOf(program)).toContain(`\nExecStart=${node} `);
  for (const [, setting] of unitOf(program).matchAll(/^((User|Group|UMask|WorkingDirectory)=.*)$/gm)) {
    expect(asked).toContain(setting);
  }
  expect(asked).toContain(`Environment=DATA_DIR=/var/lib/of-front-desk-${program}.service`);
  const [, file] = /^EnvironmentFile=(.*)$/m.exec(unitOf(program)) ?? [];
  expect(asked).toContain(`EnvironmentFile=-${file}`);
  expect(asked).toEqual(expect.arrayContaining(['--wait', '--pipe']));
});

test.each([
  ['backup', 'default', ['/mnt/our backups', '--keep', '14']],
  ['restore', 'default', ['/mnt/our backups']],
  ['carry-over', 'react-server', ['/usr/lib/postgresql/17/bin']],
])('a %s has the settings of both programs', (command, condition, args) => {
  const { asked } = run([command, ...args]);
  const typed = ['--import', './programs/resolve-drizzle-once.ts', `programs/${command}.ts`, ...args];
  expect(asked.slice(-typed.length - 1)).toEqual([`--conditions=${condition}`, ...typed]);
  for (const program of ['desk', 'platform'])
    expect(asked).toContain(`EnvironmentFile=-/etc/front-desk/${program}.env`);
});

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  '%s ends the unit, which systemd-run alone would leave',
  async (signal) => {
    // in a process group of its own, which gets the signal, as from a terminal
    const child = spawn(script, ['restore', '/mnt/backups'], { env: env(), detached: true });
    const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
    const closed = new Promise((resolve) => child.on('close', resolve));
    let printed = '';
    child.stdout.setEncoding('utf8').on('data', (text) => {
      printed += text;
    });
    await until(() => expect(printed).toContain('/mnt/backups\n'));
    process.kill(-(child.pid ?? 0), signal);
    expect(await ended).toBe(1);
    child.stdin.end();
    await closed;
    const [, unit] = /^--unit=(front-desk-admin-\d+\.service)$/m.exec(printed) ?? [];
    expect(printed.trimEnd().split('\n').at(-1)).toBe(`stop ${unit}`);
  },
);

test('anything else is told what there is', () => {
  const { status, stderr } = run(['npm']);
  expect([status, stderr]).toEqual([
    1,
    expect.stringMatching(/^front-desk-admin desk\|platform\|backup\|restore\|carry-over, [^\n]*\n$/),
  ]);
});
