import { flushSync } from 'react-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { introductionDue, openTrainersFloor } from '#app/_testing/floor.tsx';
import { startFakeDesk } from '#components/testing/browser/fake-desk.ts';
import { watchSettling } from '#components/testing/browser/watch-settling.ts';
import type { FloorMember, TaskChangeRequest } from '#lib/wire/tasks.ts';

const today = '2026-11-25';
const memberOf = (accountId: string, displayName: string, taskId: string): FloorMember => ({
  accountId,
  displayName,
  initials: displayName.slice(0, 1),
  membershipType: 'PREMIUM',
  photoUrl: null,
  since: '2026-11-25T07:41:00Z',
  source: 'desk',
  openTasks: 1,
  tasks: [introductionDue(today, taskId)],
});
const lena = memberOf('lena', 'Lena Vogt', '0b6f2f0e-3c54-4a5e-9d0e-1c2b3a4d5e6f');
const mira = memberOf('mira', 'Mira Sommer', '0b6f2f0e-3c54-4a5e-9d0e-1c2b3a4d5e70');

const cards = page.getByRole('list', { name: 'Members in the gym' });
const tasksOf = ({ displayName }: FloorMember) => cards.getByRole('list', { name: displayName });
const done = (of: FloorMember) => tasksOf(of).getByRole('button', { name: 'Done' });
const undo = (of: FloorMember) => tasksOf(of).getByRole('button', { name: 'Undo' });

/** A trainer's floor whose time passes only by `passes`, and the kinds of the changes that the desk got. */
async function openFloor() {
  const kinds: string[] = [];
  const completed = new Set<string>();
  startFakeDesk({
    '/api/clock': () => ({ now: Date.now() }),
    '/api/desk/floor': () => ({
      isLinked: true,
      today,
      asOf: '2026-11-25T08:41:00Z',
      staleBecause: null,
      members: [lena, mira].map((member) => ({
        ...member,
        tasks: member.tasks.filter(({ id }) => !completed.has(id)),
      })),
    }),
    '/api/desk/tasks': (_, { body }) => {
      const change = body as TaskChangeRequest; // safe because: the page sends nothing else there
      if (change.kind === 'complete') completed.add(change.taskId);
      if (change.kind === 'reopen') completed.delete(change.taskId);
      kinds.push(change.kind);
      return { ok: true, value: { kind: 'recorded' } };
    },
  });
  await openTrainersFloor();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  return kinds;
}

/** Completes a task of both, five seconds apart. */
async function completeBoth() {
  await done(lena).click();
  await expect.element(undo(lena)).toBeVisible();
  passes(5_000);
  await done(mira).click();
  await expect.element(undo(mira)).toBeVisible();
}

/** Lets time pass, and the page render what it changes. */
const passes = (ms: number) => flushSync(() => void vi.advanceTimersByTime(ms));

afterEach(() => void vi.useRealTimers());

test('completed tasks stay until some seconds after the last one was completed, and leave together', async () => {
  await openFloor();
  await completeBoth();
  passes(4_000);
  await expect.element(undo(lena)).toBeVisible();
  await expect.element(undo(mira)).toBeVisible();
  passes(4_100);
  await expect.element(page.getByText('Nobody here has a task of this kind.')).toBeVisible();
});

test('an undo changes nothing of when the others leave', async () => {
  await openFloor();
  await completeBoth();
  passes(2_000);
  await undo(mira).click();
  await expect.element(done(mira)).toBeVisible();
  passes(5_900);
  await expect.element(undo(lena)).toBeVisible();
  passes(200);
  await expect.element(tasksOf(lena)).not.toBeInTheDocument();
  await expect.element(done(mira)).toBeVisible();
});

test('a double click on "Done" completes a task, and one on "Undo" undoes that', async () => {
  const kinds = await openFloor();
  await done(lena).dblClick();
  await expect.element(undo(lena)).toBeVisible();
  await expect.poll(() => kinds).toEqual(['complete']);
  await undo(lena).dblClick();
  await expect.element(done(lena)).toBeVisible();
  await expect.poll(() => kinds).toEqual(['complete', 'reopen']);
  // changes are sent in order: nothing else was to be sent before this one
  await done(mira).click();
  await expect.poll(() => kinds).toEqual(['complete', 'reopen', 'complete']);
});

test('a second tap on "Done" does not undo it, and a quick tap on the next "Done" counts', async () => {
  const settling = watchSettling();
  const kinds = await openFloor();
  await done(lena).click();
  await expect.element(undo(lena)).toBeVisible();
  expect(settling()).toEqual(['Undo']);
  // some browsers count taps on neighbouring buttons as one double tap
  const tap = new PointerEvent('click', { detail: 2, pointerType: 'touch', bubbles: true });
  done(mira).element().dispatchEvent(tap);
  await expect.element(undo(mira)).toBeVisible();
  await expect.poll(() => kinds).toEqual(['complete', 'complete']);
});
