import { expect, test } from 'vitest';
import { findFreePorts } from './free-ports.ts';

test('free ports are distinct, and none is one that systems give to outgoing connections', async () => {
  const ports = await findFreePorts(60);
  expect(new Set(ports).size).toBe(60);
  expect(Math.max(...ports)).toBeLessThan(32_768);
});
