import { expect, onTestFinished, test, vi } from 'vitest';
import { render, textOf } from '#components/testing/render.tsx';
import type { DelayCause } from '#lib/browser/changes/change-queue.ts';
import type { TaskChangeRequest } from '#lib/wire/tasks.ts';
import { ChangesOfDevice } from './changes-of-device.tsx';

const now = Date.parse('2026-11-25T08:00:00Z');
const change: TaskChangeRequest = {
  changeId: 'c-1',
  locationId: 'l',
  staffId: 's',
  at: Date.parse('2026-11-24T20:59:00Z'),
  kind: 'complete',
  taskId: 't-1',
};
const say = (cause: DelayCause | null) => {
  vi.useFakeTimers({ now });
  onTestFinished(() => void vi.useRealTimers());
  return textOf(
    render(<ChangesOfDevice changes={[change]} cause={cause} timeZone="Europe/Berlin" onRetry={() => {}} />),
  );
};

test.each([
  ['deskUnreachable', /Leave this window open/],
  ['storageFailed', /cannot save anything.*Leave this window open/],
] as const)('without a list of members, waiting changes ask nobody to carry on: %s', (cause, sentence) => {
  expect(say(cause)).toMatch(sentence);
  expect(say(cause)).not.toMatch(/Carry on/);
});

test('changes that are being sent are listed without a notice, and those of another day with the day', () => {
  expect(say(null)).not.toMatch(/wait|reached/);
  expect(say(null)).toContain('24 Nov, 21:59');
});
