import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { root } from '#programs/base/run-program.ts';
import { readSource, sourceFilesOf } from '#tools/guards/source-files.ts';
import { buildEnvironment, buildSources, isMadeFrom, stampOf } from './build-state.ts';
import { platformSources } from './platform-bundle.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) fs.rmSync(folder, { recursive: true, force: true });
});

/** The sources of a desk, at another path as on another host. */
function host(files: Record<string, string>): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'front-desk-host-'));
  folders.push(folder);
  for (const [name, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    fs.writeFileSync(path.join(folder, name), text);
  }
  return folder;
}

const sources = { 'app/page.tsx': 'a page', 'lib/server/log/log.ts': 'a log', 'next.config.ts': 'settings' };

test('two hosts with the same sources get the same build id and action ids', () => {
  const here = buildEnvironment(host(sources));
  expect(buildEnvironment(host(sources))).toEqual(here);
  expect(
    buildEnvironment(host({ ...sources, 'lib/server/log.test.ts': 'a test', 'docs/operate.md': 'words' })),
  ).toEqual(here);
  expect(Buffer.from(here.NEXT_SERVER_ACTIONS_ENCRYPTION_KEY ?? '', 'base64')).toHaveLength(32);
});

test('other sources get other ids', () => {
  const here = buildEnvironment(host(sources));
  const there = buildEnvironment(host({ ...sources, 'lib/server/log/log.ts': 'another log' }));
  expect(there.BUILD_ID).not.toBe(here.BUILD_ID);
  expect(there.NEXT_SERVER_ACTIONS_ENCRYPTION_KEY).not.toBe(here.NEXT_SERVER_ACTIONS_ENCRYPTION_KEY);
});

/** Writes a file with the times of another, until the kernel's own time of the change, of a few milliseconds, is another one. */
function writeLater(file: string, content: string) {
  const { ctimeMs } = fs.statSync(file);
  do {
    fs.writeFileSync(file, content);
    fs.utimesSync(file, 1, 1);
  } while (fs.statSync(file).ctimeMs === ctimeMs);
}

test('a build is that of its sources wherever they were copied to, and not of others', () => {
  const names = ['app', 'lib', 'next.config.ts'];
  const folder = host(sources);
  const stamp = stampOf(names, folder);
  expect(isMadeFrom(stamp, names, folder)).toBe(true);
  const page = path.join(folder, 'app/page.tsx');
  fs.utimesSync(page, 1, 1);
  expect(isMadeFrom(stamp, names, folder), 'other times').toBe(true);
  for (const other of [undefined, '', 'another']) expect(isMadeFrom(other, names, folder)).toBe(false);
  writeLater(page, 'a leaf');
  expect(isMadeFrom(stamp, names, folder), 'other content').toBe(false);
  writeLater(page, 'a page');
  fs.writeFileSync(path.join(folder, 'app/layout.tsx'), '');
  expect(isMadeFrom(stamp, names, folder), 'one more file').toBe(false);
});

test('files that nobody has touched are not read again; others are, also if a tool has set their times back', () => {
  const folder = host(sources);
  const page = path.join(folder, 'app/page.tsx');
  fs.utimesSync(page, 1, 1);
  const stamp = stampOf(['app'], folder);
  const reads = vi.spyOn(fs, 'readFileSync');
  expect(isMadeFrom(stamp, ['app'], folder)).toBe(true);
  expect(reads).not.toHaveBeenCalled();
  reads.mockRestore();
  writeLater(page, 'a leaf');
  expect(isMadeFrom(stamp, ['app'], folder)).toBe(false);
});

test('Next uses the given build id', async () => {
  const { default: config } = await import('#next.config.ts');
  process.env.BUILD_ID = 'a-build';
  expect(await config.generateBuildId?.()).toBe('a-build');
  delete process.env.BUILD_ID;
});

test('no server action closes over a variable: the encryption key of closures is derived from the sources and not secret', () => {
  const inline = sourceFilesOf('app', 'components', 'lib').filter((file) =>
    /^\s+['"]use server['"]/m.test(readSource(file)),
  );
  expect(inline).toEqual([]);
});

test('an image contains every source that the builds depend on, otherwise the desk would be rebuilt at its start and the platform run from sources', () => {
  const ignored = fs.readFileSync(path.join(root, 'deploy', 'Dockerfile.dockerignore'), 'utf8');
  for (const source of [...buildSources, ...platformSources]) expect(ignored.split('\n')).toContain(`!${source}`);
});
