import { useState } from 'react';
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { useNewPerson } from '#app/_components/use-new-person.ts';
import { ana, here } from '#app/_testing/at-counter.tsx';
import { introductionDue } from '#app/_testing/floor.tsx';
import { expectAccessible } from '#components/testing/browser/expect-accessible.ts';
import { startFakeDesk } from '#components/testing/browser/fake-desk.ts';
import { openScreen } from '#components/testing/browser/open-screen.tsx';
import { tellSessionChange } from '#lib/browser/queries/session-change.ts';
import type { StaffView } from '#lib/wire/staff.ts';
import type { FloorView } from '#lib/wire/tasks.ts';
import { FloorScreen } from './floor-screen.tsx';

const today = '2026-11-25';
const jonas: StaffView = { ...ana, displayName: 'Jonas Brandt', initials: 'JB', role: 'trainer' };
const mira: StaffView = { ...ana, id: '7b0d7b5e-4c0e-4a44-8f14-2f9f7c3d1e55', displayName: 'Mira Sommer' };
const introduction = introductionDue(today, '0b6f2f0e-3c54-4a5e-9d0e-1c2b3a4d5e6f');
const floor: FloorView = {
  isLinked: true,
  today,
  asOf: '2026-11-25T08:41:00Z',
  staleBecause: null,
  members: [
    {
      accountId: 'lena',
      displayName: 'Lena Vogt',
      initials: 'LV',
      membershipType: 'PREMIUM',
      photoUrl: null,
      since: '2026-11-25T07:41:00Z',
      source: 'desk',
      openTasks: 1,
      tasks: [introduction],
    },
  ],
};
const dialog = page.getByRole('dialog', { name: 'Lena Vogt' });
const words = dialog.getByLabelText('What is to be done', { exact: true });
const unlinked = 'Your app account is not linked here';

/** A trainer's floor with a member's dialog open, and a function that signs Mira in at another window. */
async function openFloor() {
  let become: (staff: StaffView) => void = () => {};
  function Floor() {
    const [staff, setStaff] = useState(jonas);
    become = setStaff;
    useNewPerson(staff, '/floor');
    return (
      <FloorScreen
        place={{ locationId: here, staffId: staff.id }}
        person={staff.displayName}
        version="1"
        timeZone="Europe/Berlin"
        mayRecord
      />
    );
  }
  const current = { name: 'Ask about the shoulder', type: null, dueDate: null };
  const desk = startFakeDesk({
    '/api/clock': () => ({ now: Date.now() }),
    '/api/desk/floor': floor,
    '/api/desk/tasks': { ok: true, value: { kind: 'changedMeanwhile', current } },
  });
  await openScreen(<Floor />, { path: '/floor', hasMain: true });
  await page.getByRole('list', { name: 'Members in the gym' }).getByRole('button', { name: 'Lena Vogt' }).click();
  const otherWindow = new BroadcastChannel('front-desk session');
  onTestFinished(() => otherWindow.close());
  return {
    takeOverHere: () => {
      tellSessionChange();
      become(mira);
    },
    takeOverElsewhere: () => {
      desk.answer({ '/api/desk/floor': { ...floor, isLinked: false } });
      otherWindow.postMessage(null);
      // the desk's answers after the page asks who is signed in
      become(mira);
    },
  };
}

test('a sign-in in another window keeps the input on the floor and names the user who began it', async () => {
  const { takeOverElsewhere } = await openFloor();
  await dialog.getByRole('button', { name: 'New task' }).click();
  await dialog.getByText('Own text').click();
  await dialog.getByRole('textbox', { name: 'What is to be done' }).fill('Ask about the locker');
  takeOverElsewhere();
  await expect.element(dialog).toHaveTextContent('Started by Jonas Brandt');
  // she may not save it, and it is kept
  await expect.element(dialog).toHaveTextContent(unlinked);
  await expect.element(dialog.getByRole('button', { name: 'Create task' })).not.toBeInTheDocument();
  await expect.element(dialog.getByRole('textbox', { name: 'What is to be done' })).toHaveValue('Ask about the locker');
  await expectAccessible();
});

test('a sign-in at this window begins the floor anew, without the input', async () => {
  const { takeOverHere } = await openFloor();
  await dialog.getByRole('button', { name: 'New task' }).click();
  await dialog.getByText('Own text').click();
  await dialog.getByRole('textbox', { name: 'What is to be done' }).fill('Ask about the locker');
  takeOverHere();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(page.getByText('Now: Mira Sommer')).toBeVisible();
});

test('the new user is not asked about input of the previous user', async () => {
  const { takeOverElsewhere } = await openFloor();
  await dialog.getByRole('button', { name: 'Edit' }).click();
  await words.fill('Ask about the locker');
  await dialog.getByRole('button', { name: 'Save' }).click();
  const conflict = page.getByRole('dialog', { name: 'Somebody else has changed “Introduction” in the meantime' });
  await expect.element(conflict).toHaveTextContent('Ask about the locker');
  takeOverElsewhere();
  await expect.element(dialog).toHaveTextContent(unlinked);
  await expect.element(conflict).not.toBeInTheDocument();
});
