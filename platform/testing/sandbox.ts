import { expect } from 'vitest';
import type { FaultRule } from '#platform/services/sandbox/fault-rule.ts';
import type { TestPlatform } from './platform.ts';

interface Asked {
  method?: string;
  body?: unknown;
}

/** Calls an endpoint of a test's sandbox. */
export const askSandbox = async (
  { app }: Pick<TestPlatform, 'app'>,
  path: string,
  { method = 'GET', body }: Asked = {},
): Promise<Response> =>
  app.request(`/sandbox${path}`, {
    method,
    ...(body !== undefined && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });

export async function setFault(platform: Pick<TestPlatform, 'app'>, rule: FaultRule, name = 'test'): Promise<void> {
  const response = await askSandbox(platform, `/faults/${name}`, { method: 'PUT', body: rule });
  expect([response.status, await response.json()]).toEqual([200, { name, ...rule }]);
}

export async function endFaults(platform: Pick<TestPlatform, 'app'>): Promise<void> {
  expect((await askSandbox(platform, '/faults', { method: 'DELETE' })).status).toBe(204);
}
