import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { isInHosts } from './hosts-file.ts';

const text = `127.0.0.1\tlocalhost
# 10.0.0.4 removed.example
10.0.0.5  platform.example  Platform # gym.example
`;

test('a name of /etc/hosts is found in any column, and neither an address nor a comment is one', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'hosts-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, 'hosts');
  writeFileSync(file, text);
  const found = async (name: string) => isInHosts(name, file);
  for (const name of ['platform.example', 'PLATFORM', 'localhost']) expect(await found(name), name).toBe(true);
  for (const name of ['removed.example', 'gym.example', '10.0.0.5', 'example', '#']) {
    expect(await found(name), name).toBe(false);
  }
});

test('a machine without that file has no names of its own', async () => {
  expect(await isInHosts('platform.example', path.join(tmpdir(), 'no-such-folder', 'hosts'))).toBe(false);
});
