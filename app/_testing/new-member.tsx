import { useState } from 'react';
import { expect, vi } from 'vitest';
import { page } from 'vitest/browser';
import { LeaveQuestion } from '#app/_components/leave-question.tsx';
import { NewMemberScreen } from '#app/g/[gym]/(desk)/members/new/_components/new-member-screen.tsx';
import { createMember, lookUpEmail } from '#app/g/[gym]/(desk)/members/new/actions.ts';
import { openScreen } from '#components/testing/browser/open-screen.tsx';
import type { StaffView } from '#lib/wire/staff.ts';
import { AtCounter, ana, here } from './at-counter.tsx';

export const field = (name: string) => page.getByLabelText(name, { exact: true });
export const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });

const mira: StaffView = { ...ana, id: 'mira', displayName: 'Mira Sommer', initials: 'MS', role: 'manager' };

/** Opens the page for a new member, with a desk that knows no e-mail address. */
export async function openNewMember() {
  vi.mocked(lookUpEmail).mockResolvedValue({ ok: true, value: { kind: 'new', ...beginning } });
  const left = vi.fn();
  const { router } = await openScreen(<Desk onLeave={left} />, { path: '/members/new', hasMain: true });
  return {
    router,
    /** Navigates to another page. */
    left,
    /** Signs another user in by badge. */
    becomeMiras: async () => page.getByRole('button', { name: 'Badge of Mira Sommer' }).click(),
  };
}

/** Today at the location, and the digits of the proposed id. */
export const beginning = { today: '2026-11-25', idEnding: '261125-7KQ4' };

function Desk({ onLeave }: { onLeave(): void }) {
  const [staff, setStaff] = useState(ana);
  return (
    <AtCounter staff={staff}>
      <header>
        <a
          href="/g/munich-west/members"
          onClick={(event) => {
            event.preventDefault();
            onLeave();
          }}
        >
          Members
        </a>
        <button type="button" onClick={() => setStaff(mira)}>
          Badge of Mira Sommer
        </button>
      </header>
      <NewMemberScreen locationId={here} timeZone="Europe/Berlin" />
      <LeaveQuestion />
    </AtCounter>
  );
}

export async function askEmail(email: string) {
  await field('E-mail').fill(email);
  await button('Continue').click();
}

export async function beginProspect(email = 'nora@example.com', [firstName, lastName] = ['Nora', 'Kern']) {
  await askEmail(email);
  await field('First name').fill(firstName ?? '');
  await field('Last name').fill(lastName ?? '');
  await field('Gender').click();
  await page.getByRole('option', { name: 'Female' }).click();
}

/** Presses Create: the desk creates Nora Kern, and her page opens. */
export async function expectCreated(router: { push(path: string): void }) {
  vi.mocked(createMember).mockResolvedValue({
    ok: true,
    value: { kind: 'created', accountId: 'a-9', displayName: 'Nora Kern' },
  });
  await button('Create').click();
  await expect.poll(() => vi.mocked(router.push).mock.calls).toEqual([['/g/munich-west/members/a-9']]);
}
