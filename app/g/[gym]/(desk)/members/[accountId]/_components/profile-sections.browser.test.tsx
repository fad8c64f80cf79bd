import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { LeaveQuestion } from '#app/_components/leave-question.tsx';
import { AtCounter, ana, here } from '#app/_testing/at-counter.tsx';
import { lena } from '#app/_testing/sample-profile.ts';
import { changeRole, sendMessage } from '#app/g/[gym]/(desk)/members/[accountId]/actions.ts';
import { expectAccessible } from '#components/testing/browser/expect-accessible.ts';
import { startFakeDesk } from '#components/testing/browser/fake-desk.ts';
import { openScreen } from '#components/testing/browser/open-screen.tsx';
import { watchSettling } from '#components/testing/browser/watch-settling.ts';
import { leavePage } from '#lib/browser/page/page-leaving.ts';
import { useLiveUpdates } from '#lib/browser/queries/use-live-updates.ts';
import type { ActionResult } from '#lib/wire/action-result.ts';
import type { MessageOutcome, ProfileAnswer } from '#lib/wire/members.ts';
import type { PresenceEntry, PresenceView } from '#lib/wire/presence.ts';
import type { ProductsView } from '#lib/wire/products.ts';
import type { MemberVisit, MemberVisitsPage } from '#lib/wire/visits.ts';
import { HeadSection } from './head-section.tsx';
import { MessageSection } from './message-section.tsx';
import { ProductsSection } from './products-section.tsx';
import { RolesSection } from './roles-section.tsx';
import { VisitsSection } from './visits-section.tsx';

const section = { accountId: 'a', locationId: here, timeZone: 'Europe/Berlin', mayEdit: true };
const profile: ProfileAnswer = { kind: 'current', profile: lena };
const text = page.getByLabelText('Message', { exact: true });
const send = page.getByRole('button', { name: 'Send message' });
const unfold = page.getByRole('button', { name: 'Message to the phone' });
const deeplink = page.getByLabelText(/Opens in the app/);

function Live() {
  useLiveUpdates(here);
  return null;
}

const presence = (since: string | null): PresenceView => {
  const { accountId, displayName, initials } = lena;
  const entry: Omit<PresenceEntry, 'since'> = {
    accountId,
    displayName,
    initials,
    membershipType: 'PREMIUM',
    photoUrl: null,
    source: 'desk',
    openTasks: 0,
  };
  return { entries: since === null ? [] : [{ ...entry, since }] };
};

test('the head shows whether the member is in, checks in and out, and links to the sections', async () => {
  const products: ProductsView = { bookings: [], products: [], unreadable: 0 };
  const desk = startFakeDesk({
    '/api/desk/members/a': profile,
    '/api/desk/presence': presence(null),
    '/api/desk/members/a/products': products,
  });
  const press = vi.fn();
  await page.viewport(1280, 500);
  await openScreen(
    <AtCounter press={press}>
      <Live />
      <HeadSection {...section} parts={{ roles: false, removal: false }} photo={null} />
      <MessageSection {...section} />
      <ProductsSection {...section} />
      <div className="h-[200vh]" />
    </AtCounter>,
  );
  const heading = page.getByRole('heading', { name: 'Products' });
  await expect.element(unfold).toHaveAttribute('aria-expanded', 'false');
  await expect.element(text).not.toBeVisible();
  await expect.element(page.getByText('Not in the gym')).toBeVisible();
  await page.getByRole('button', { name: 'Check in' }).click();
  expect(press).toHaveBeenLastCalledWith({ kind: 'checkIn', accountId: 'a' });
  desk.answer({ '/api/desk/presence': presence(new Date().toISOString()) });
  desk.emit('presence');
  await expect.element(page.getByText(/In since \d\d:\d\d/)).toBeVisible();
  const checkOut = page.getByRole('button', { name: 'Check out' });
  // the second click of a double click
  checkOut.element().dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 2 }));
  expect(press).toHaveBeenCalledTimes(1);
  await checkOut.click();
  expect(press).toHaveBeenLastCalledWith({ kind: 'checkOut', accountId: 'a' });
  desk.answer({ '/api/desk/presence': presence(null) });
  desk.emit('presence');
  await expect.element(page.getByText('Not in the gym')).toBeVisible();

  await page.getByRole('button', { name: 'Message', exact: true }).click();
  await expect.element(text).toHaveFocus();
  page.getByRole('button', { name: 'More' }).element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('menuitem', { name: 'Products' })).toBeVisible();
  await expectAccessible();
  expect(page.getByRole('menuitem', { name: 'Roles' }).query()).toBeNull();
  await page.getByRole('menuitem', { name: 'Products' }).click();
  await expect.element(heading).toHaveFocus();
  await expect.element(heading).toBeInViewport();
});

test('a check-in by a scan turns the button into its opposite, which takes no press for a moment and keeps the focus', async () => {
  const desk = startFakeDesk({ '/api/desk/members/a': profile, '/api/desk/presence': presence(null) });
  await openScreen(
    <AtCounter>
      <Live />
      <HeadSection {...section} parts={{ roles: false, removal: false }} photo={null} />
    </AtCounter>,
  );
  const checkIn = page.getByRole('button', { name: 'Check in' });
  await expect.element(checkIn).toBeVisible();
  checkIn.element().focus();
  const settling = watchSettling();
  desk.answer({ '/api/desk/presence': presence(new Date().toISOString()) });
  desk.emit('presence');
  await expect.poll(settling).toEqual([expect.stringContaining('Check out')]);
  await expect.element(page.getByRole('button', { name: 'Check out' })).toHaveFocus();
});

test('a member shown from the local copy is marked as such', async () => {
  startFakeDesk({
    '/api/desk/members/a': {
      kind: 'remembered',
      because: 'platformUnavailable',
      profile: lena,
      confirmedAt: '2026-11-24T08:41:00Z',
    } satisfies ProfileAnswer,
    '/api/desk/presence': presence(null),
  });
  await openScreen(
    <AtCounter>
      <HeadSection {...section} parts={{ roles: true, removal: true }} photo={null} />
    </AtCounter>,
  );
  await expect.element(page.getByRole('heading', { name: 'Lena Vogt', level: 1 })).toBeVisible();
  await expect.element(page.getByRole('status').filter({ hasText: 'what Front Desk knew' })).toBeVisible();
  await expectAccessible();
});

test('each change of a role asks for confirmation', async () => {
  startFakeDesk({
    '/api/desk/members/a': profile,
    '/api/desk/members/a/roles': { roles: { trainer: false, gymOwner: false } },
  });
  await openScreen(<RolesSection {...section} />);
  const trainer = page.getByRole('switch', { name: 'Trainer' });
  const question = page.getByRole('dialog', { name: 'Give Lena Vogt the role Trainer?' });
  await expect.element(trainer).not.toBeChecked();
  trainer.element().focus();
  await userEvent.keyboard(' ');
  await expect.element(question).toBeVisible();
  await expectAccessible();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(trainer).not.toBeChecked();
  expect(changeRole).not.toHaveBeenCalled();
  await expect.element(trainer).toHaveFocus();
  await userEvent.keyboard(' ');
  vi.mocked(changeRole).mockResolvedValue({ ok: true, value: null });
  await question.getByRole('button', { name: 'Give role' }).click();
  await expect.element(trainer).toBeChecked();
  await expect.element(page.getByRole('switch', { name: 'Gym owner' })).not.toBeChecked();
  const given = { locationId: here, accountId: 'a', role: 'trainer', isGiven: true };
  expect(vi.mocked(changeRole).mock.calls).toEqual([[given]]);
});

async function openMessage() {
  startFakeDesk();
  await openScreen(
    <AtCounter>
      <MessageSection {...section} />
      <LeaveQuestion />
    </AtCounter>,
  );
  await unfold.click();
  const answer = Promise.withResolvers<ActionResult<MessageOutcome>>();
  vi.mocked(sendMessage).mockReturnValue(answer.promise);
  return { arrives: () => answer.resolve({ ok: true, value: { kind: 'sent' } }) };
}

test('repeated presses send a message once, and its confirmation does not claim that it was read', async () => {
  const { arrives } = await openMessage();
  await send.click();
  await expect.element(text).toHaveAccessibleDescription(/Write something first/);
  await text.fill('Your towel is at the counter');
  await expect.element(page.getByText('28 of 500 characters')).toBeVisible();
  await deeplink.fill('workouts');
  await send.dblClick();
  arrives();
  const status = page.getByRole('status').filter({ hasText: 'does not report whether the message was read' });
  await expect.element(status).toBeVisible();
  await expect.element(text).toHaveValue('');
  await expectAccessible();
  const message = { text: 'Your towel is at the counter', deeplink: 'workouts', locationId: here, accountId: 'a' };
  expect(vi.mocked(sendMessage).mock.calls).toEqual([[expect.objectContaining(message)]]);
});

test('text typed while a message is being sent is kept, and the focus returns', async () => {
  const { arrives } = await openMessage();
  await text.fill('Your locker is ready.');
  await deeplink.click();
  await userEvent.keyboard('{Enter}');
  await expect.element(send).toHaveFocus();
  await userEvent.keyboard('abc');
  await expect.element(deeplink).toHaveValue('');
  arrives();
  await expect.element(page.getByText(/^Sent to the member system/)).toBeVisible();
  await expect.element(deeplink).toHaveFocus();
  await expect.element(deeplink).toHaveValue('');
});

test('leaving the page with an unsent message asks first', async () => {
  await openMessage();
  const goOn = vi.fn();
  await text.fill('Your locker is ready.');
  leavePage(goOn);
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect.element(text).toHaveValue('Your locker is ready.');
  expect(goOn).not.toHaveBeenCalled();
  await text.fill('');
  leavePage(goOn);
  expect(goOn).toHaveBeenCalledTimes(1);
});

test('an unsent message stays while it is folded, and an address unfolds the section it names', async () => {
  await openMessage();
  await text.fill('Your locker is ready.');
  unfold.element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(unfold).toHaveAttribute('aria-expanded', 'false');
  await expect.element(text).not.toBeVisible();
  await expect.element(page.getByText('Not sent yet')).toBeVisible();
  await expectAccessible();
  await userEvent.keyboard('{Enter}');
  await expect.element(text).toHaveValue('Your locker is ready.');
  await text.fill('');
  await unfold.click();
  await expect.element(text).not.toBeVisible();
  window.location.hash = 'message';
  await expect.element(text).toBeVisible();
  window.location.hash = '';
});

test('a message of which it is unknown whether it was sent is unfolded', async () => {
  await openMessage();
  vi.mocked(sendMessage).mockReset();
  const answer = Promise.withResolvers<ActionResult<MessageOutcome>>();
  vi.mocked(sendMessage).mockReturnValue(answer.promise);
  await text.fill('Your locker is ready.');
  await send.click();
  await unfold.click();
  await expect.element(text).not.toBeVisible();
  answer.resolve({ ok: true, value: { kind: 'unsure' } });
  await expect.element(page.getByRole('button', { name: 'Send again' })).toBeVisible();
});

test('a visit is listed with arrival, departure, stay and how, and its state only where it is not well', async () => {
  const came = { at: '2026-11-25T08:41:00Z', how: 'card', by: 'Ana Keller' } as const;
  const visit: MemberVisit = { id: 'v', in: came, out: null, isIn: true, trouble: { state: 'waiting', why: null } };
  const list = (visits: MemberVisit[]): MemberVisitsPage => ({ visits, year: null, next: null });
  const desk = startFakeDesk({ '/api/desk/members/a/visits': list([visit]) });
  await openScreen(
    <AtCounter staff={ana}>
      <Live />
      <VisitsSection {...section} />
    </AtCounter>,
  );
  const visits = page.getByRole('list', { name: 'Visits' }).getByRole('listitem');
  await expect.element(visits.first()).toHaveTextContent(/09:41.*still in.*Card.*will be sent automatically/);
  const left = { at: '2026-11-25T10:11:00Z', how: 'automatic', by: null } as const;
  desk.answer({ '/api/desk/members/a/visits': list([{ ...visit, out: left, isIn: false, trouble: null }]) });
  desk.emit('presence');
  await expect.element(visits.first()).toHaveTextContent(/09:41 – 11:11.*1:30 h.*Card, out: Closing time/);
  await expect.element(visits.first()).not.toHaveTextContent('sent');
});
