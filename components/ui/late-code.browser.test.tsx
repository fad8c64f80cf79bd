import { expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { useLateCode } from './late-code.ts';

function Screen({ load }: { load(): Promise<unknown> }) {
  useLateCode(load);
  return null;
}

test('code for later is fetched some time after the start, and again until it is there', async () => {
  const load = vi.fn<() => Promise<unknown>>(async () => 'code').mockRejectedValueOnce(new Error('The desk is away.'));
  await render(<Screen load={load} />);
  expect(load).not.toHaveBeenCalled();
  await expect.poll(() => load.mock.calls.length).toBe(2);
});
