import { spawn, spawnSync } from 'node:child_process';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createAdaptorServer } from '@hono/node-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { randomIds } from '#platform/base/clock-and-ids.ts';
import { createLog } from '#platform/base/log.ts';
import { openSandbox, type Sandbox } from '#platform/services/sandbox/sandbox.ts';
import { openProcess } from '#platform/testing/open-process.ts';
import { startTestPlatform } from '#platform/testing/platform.ts';

const platform = startTestPlatform();

const urls: string[] = [];
const sandboxes: Sandbox[] = [];
const servers: ReturnType<typeof createAdaptorServer>[] = [];
beforeAll(async () => {
  for (let count = 0; count < 2; count += 1) {
    const sandbox = await openSandbox({ databaseUrl: platform.url, ids: randomIds, log: createLog('silent') });
    const { fetch } = openProcess(platform, { sandbox });
    const server = createAdaptorServer({ fetch, autoCleanupIncoming: false });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo; // safe because: it listens on TCP
    urls.push(`http://127.0.0.1:${port}`);
    sandboxes.push(sandbox);
    servers.push(server);
  }
});
afterAll(async () => {
  for (const server of servers) await new Promise((resolve) => server.close(resolve));
  for (const sandbox of sandboxes) await sandbox.close();
});

const hasPython = spawnSync('python3', ['--version']).status === 0;

test.runIf(hasPython)(
  'a hundred tests of a Python client at once, a gym each, do not notice each other’s faults, clocks and resets in two processes',
  async () => {
    const suite = spawn('python3', ['platform/testing/sandbox-suite.py', '100', ...urls], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    expect(JSON.parse(await text(suite.stdout))).toEqual([]);
    expect(await platform.rows('SELECT FROM sandbox_gyms')).toEqual([]);
  },
);
