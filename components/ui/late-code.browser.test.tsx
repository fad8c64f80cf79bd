import { expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { fetchAfterMs, fetchAgainAfterMs, useLateCode } from './late-code.ts';

function Screen({ load }: { load(): Promise<unknown> }) {
  useLateCode(load);
  return null;
}

test('code for later is fetched some time after the start, and again until it is there', async () => {
  const calledAt: number[] = [];
  const load = vi.fn(async () => {
    calledAt.push(performance.now());
    if (calledAt.length === 1) throw new Error('The desk is away.');
  });
  const openedAt = performance.now();
  await render(<Screen load={load} />);
  await expect.poll(() => calledAt).toHaveLength(2);
  const [first = 0, second = 0] = calledAt;
  // the clock of the page is rounded
  expect(first - openedAt).toBeGreaterThan(fetchAfterMs - 1);
  expect(second - first).toBeGreaterThan(fetchAgainAfterMs - 1);
});
