import { expect, onTestFinished, test, vi } from 'vitest';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import type { Location } from '#lib/server/db/schema/locations.ts';
import { eraseAll } from './erase-all.ts';
import * as erasing from './erase-opted-out.ts';

test('the list of a former key is not followed any further', async () => {
  const answers: erasing.Erased[] = ['waits', 'formerKey', 'waits'];
  const eraseOptedOut = vi.spyOn(erasing, 'eraseOptedOut').mockImplementation(async () => answers.shift() ?? 'waits');
  onTestFinished(() => eraseOptedOut.mockRestore());
  const desk = { clock: () => 0, live: { stopping: new AbortController().signal } } as unknown as DeskContext; // safe because: nobody is deleted
  const location = { id: 'here' } as Location; // safe because: only the mock receives it
  const list = { location, due: ['a', 'b', 'c'], runId: 'run', startedAt: new Date(0) };
  expect(await eraseAll(desk, list)).toEqual({ waiting: new Set(['a']), isWhole: false, deleted: 0 });
  expect(eraseOptedOut).toHaveBeenCalledTimes(2);
});
