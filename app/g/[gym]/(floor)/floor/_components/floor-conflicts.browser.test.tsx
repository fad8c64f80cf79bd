import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { here } from '#app/_testing/at-counter.tsx';
import { openTrainersFloor } from '#app/_testing/floor.tsx';
import { expectAccessible } from '#components/testing/browser/expect-accessible.ts';
import { startFakeDesk } from '#components/testing/browser/fake-desk.ts';
import { holdAppearing, takesPress } from '#components/testing/browser/hold-appearing.ts';
import { changesOfWindow } from '#lib/browser/changes/changes-of-window.ts';
import { newChange } from '#lib/browser/changes/new-change.ts';
import type { FloorView, TaskChangeRequest } from '#lib/wire/tasks.ts';

const staffId = '7b0d7b5e-4c0e-4a44-8f14-2f9f7c3d1e55';
const today = '2026-11-25';
const floor: FloorView = { isLinked: true, today, asOf: '2026-11-25T08:41:00Z', staleBecause: null, members: [] };
const sauna = '0b6f2f0e-3c54-4a5e-9d0e-1c2b3a4d5e6f';
const strength = '0b6f2f0e-3c54-4a5e-9d0e-1c2b3a4d5e70';
const tasks: Record<string, { name: string; member: string }> = {
  [sauna]: { name: 'Show the sauna', member: 'Lena Vogt' },
  [strength]: { name: 'Strength test', member: 'Mira Sommer' },
};

/** The due day that a colleague has set meanwhile. */
const theirs = '2026-11-27';
const conflictAbout = (name: string) =>
  page.getByRole('dialog', { name: `Somebody else has changed “${name}” in the meantime` });

/** A floor whose desk refuses edits that do not know the day of the colleague, and the edits that it got. */
async function openFloor() {
  const edits: { taskId: string; from: string | null | undefined; to: string | null | undefined }[] = [];
  startFakeDesk({
    '/api/clock': () => ({ now: Date.now() }),
    '/api/desk/floor': floor,
    '/api/desk/tasks': (_, { body }) => {
      const change = body as TaskChangeRequest; // safe because: the page sends nothing else there
      if (change.kind !== 'edit') throw new Error('Only edits are made here.');
      if (change.locationId !== here) {
        return { ok: false, error: { code: 'notAllowed', message: '', requestId: 'r', retryable: false } };
      }
      const { from, to } = change.edits.dueDate ?? {};
      edits.push({ taskId: change.taskId, from, to });
      if (from === theirs) return { ok: true, value: { kind: 'recorded' } };
      const { name, member } = tasks[change.taskId] ?? { name: '', member: null };
      const current = { name, type: 'GENERAL', dueDate: theirs };
      return { ok: true, value: { kind: 'changedMeanwhile', current, member } };
    },
  });
  await openTrainersFloor();
  return edits;
}

/** Sends an edit that waited in this browser. */
const setDue = (taskId: string, to: string, locationId = here) =>
  changesOfWindow().add({
    ...newChange({ locationId, staffId }),
    kind: 'edit',
    taskId,
    edits: { dueDate: { from: '2026-11-20', to } },
  });

test('conflicts that arise at once are asked about one after the other, each with its task and member', async () => {
  const edits = await openFloor();
  const { hold, release } = holdAppearing();
  release();
  setDue(sauna, '2026-12-02');
  setDue(strength, '2026-12-03');
  const first = conflictAbout('Show the sauna');
  await expect.element(first).toHaveTextContent(/A task for Lena Vogt.*due Friday.*due 2 Dec.*1 more change needs/);
  await expectAccessible();
  await expect.poll(() => takesPress(first.getByRole('button', { name: 'Use mine' }))).toBe(true);
  hold();
  (first.getByRole('button', { name: 'Use mine' }).element() as HTMLElement).click(); // safe because: a button is one
  const second = conflictAbout('Strength test');
  await expect.element(second).toBeVisible();
  // the second tap, and the second click of a double click, which is on the button of the next one
  expect(takesPress(second.getByRole('button', { name: 'Use mine' }))).toBe(false);
  release();
  const next = second.getByRole('button', { name: 'Use mine' }).element();
  next.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 2 }));
  await expect.element(second).toHaveTextContent(/A task for Mira Sommer.*due Friday.*due 3 Dec/);
  await expect.element(second).not.toHaveTextContent('your decision');
  await expect.poll(() => edits.slice(2)).toEqual([{ taskId: sauna, from: theirs, to: '2026-12-02' }]);
  await second.getByRole('button', { name: 'Use mine' }).click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.poll(() => edits.slice(3)).toEqual([{ taskId: strength, from: theirs, to: '2026-12-03' }]);
});

test('a conflict stays open until it is decided: closing its dialog, by a key or a press, only puts it off', async () => {
  const edits = await openFloor();
  setDue(sauna, '2026-12-02');
  setDue(strength, '2026-12-03');
  const first = conflictAbout('Show the sauna');
  await expect.element(first).toHaveTextContent('1 more change');
  // keys that were meant for the page below
  await userEvent.keyboard(' {Enter}');
  await expect.element(first).toBeVisible();
  await userEvent.dblClick(first.getByRole('button', { name: 'Close' }));
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(page.getByText('2 changes need your decision').first()).toBeVisible();
  await expectAccessible();
  await page.getByRole('button', { name: 'Decide now' }).click();
  await userEvent.keyboard('{Escape}');
  await page.getByRole('button', { name: 'Decide now' }).click();
  await first.getByRole('button', { name: 'Use mine' }).click();
  await conflictAbout('Strength test').getByRole('button', { name: 'Use theirs' }).click();
  await expect.element(page.getByText('your decision')).not.toBeInTheDocument();
  await expect.poll(() => edits.slice(2)).toEqual([{ taskId: sauna, from: theirs, to: '2026-12-02' }]);
});

test('a later edit of a task whose conflict was put off is asked about', async () => {
  await openFloor();
  setDue(sauna, '2026-12-02');
  const asked = conflictAbout('Show the sauna');
  await asked.getByRole('button', { name: 'Close' }).click();
  await expect.element(page.getByText('1 change needs your decision').first()).toBeVisible();
  setDue(sauna, '2026-12-04');
  await expect.element(asked).toHaveTextContent('due 4 Dec');
  await asked.getByRole('button', { name: 'Use theirs' }).click();
  await expect.element(page.getByText('your decision')).not.toBeInTheDocument();
});

test('a conflict that arises while another is asked about does not take its place', async () => {
  const edits = await openFloor();
  setDue(sauna, '2026-12-02');
  const first = conflictAbout('Show the sauna');
  await expect.element(first).toBeVisible();
  setDue(strength, '2026-12-03');
  await expect.element(first).toHaveTextContent('After this, 1 more change needs your decision.');
  await first.getByRole('button', { name: 'Use theirs' }).click();
  await conflictAbout('Strength test').getByRole('button', { name: 'Use theirs' }).click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(edits).toHaveLength(2);
});

test('a change of another gym that is not allowed is told about there, not here', async () => {
  await openFloor();
  setDue(sauna, '2026-12-02', 'another gym');
  setDue(strength, '2026-12-03');
  // the answer after the refusal
  await expect.element(conflictAbout('Strength test')).toBeVisible();
  expect(document.querySelectorAll('[role="alert"]')).toHaveLength(0);
});
