import { useState } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { here } from '#app/_testing/at-counter.tsx';
import { useUnsaved } from '#components/hooks/use-unsaved.ts';
import { expectAccessible } from '#components/testing/browser/expect-accessible.ts';
import { startFakeDesk } from '#components/testing/browser/fake-desk.ts';
import { inGym, openScreen } from '#components/testing/browser/open-screen.tsx';
import { scan, typeLongAgo } from '#components/testing/browser/scan.ts';
import { mayUnload } from '#lib/browser/page/page-leaving.ts';
import { onSessionChange } from '#lib/browser/queries/session-change.ts';
import { LeaveQuestion } from './leave-question.tsx';
import { PageScans } from './page-scans.tsx';

const badge = '04B0C0D1E2F3A4';
const dialog = page.getByRole('dialog', { name: 'Staff badge' });
const pin = dialog.getByLabelText('PIN');
const problem = dialog.getByRole('alert');
const note = page.getByLabelText('Note');
const refused = (because: string) =>
  Response.json({ url: `http://desk.test/sign-in?error=${because}` }, { status: 401 });

function Field({ mayBeUnsaved }: { mayBeUnsaved: boolean }) {
  const [text, setText] = useState('');
  useUnsaved(mayBeUnsaved && text !== '');
  return <input aria-label="Note" value={text} onChange={({ target }) => setText(target.value)} />;
}

/** A page with a field that has the focus. */
async function openPage({ mayBeUnsaved = false, staysHere = true } = {}) {
  const signIn = vi.fn((_pin: unknown): object => ({ url: '/' }));
  const desk = startFakeDesk({
    '/api/auth/csrf': { csrfToken: 'token' },
    '/api/auth/callback/badge': (_, { body }) => signIn(body),
    '/api/desk/badge': { ok: true, value: true },
  });
  await openScreen(
    <>
      <Field mayBeUnsaved={mayBeUnsaved} />
      <PageScans locationId={here} readers={[]} staysHere={staysHere} />
      <LeaveQuestion />
    </>,
  );
  const isAnothers = vi.fn();
  const stop = onSessionChange(isAnothers);
  onTestFinished(() => void stop());
  await note.click();
  const asked = () => desk.requests.filter(({ path }) => path === '/api/desk/badge').map(({ body }) => body);
  return { desk, signIn, isAnothers, asked };
}

test('a badge and its PIN sign another user in, whose name is not shown before', async () => {
  const { signIn, isAnothers, asked } = await openPage();
  await scan(badge);
  await expect.element(pin).toHaveFocus();
  await expect.element(dialog).toHaveTextContent(/^Staff badgeEnter your PIN to go on here under your own name\./);
  await userEvent.keyboard('270946{Enter}');
  await expect.poll(() => isAnothers.mock.calls).toEqual([['here']]);
  await expect.element(dialog).not.toBeInTheDocument();
  const sent = { card: badge, source: 'scan', pin: '270946', locationId: here };
  expect(signIn.mock.calls).toEqual([[expect.objectContaining(sent)]]);
  expect(asked()).toEqual([{ card: badge, source: 'scan', locationId: here }]);
});

test('Escape closes the dialog and restores the focus', async () => {
  const { signIn, isAnothers } = await openPage();
  await scan(badge);
  await expect.element(pin).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(note).toHaveFocus();
  await expect.element(note).toHaveValue('');
  expect([signIn.mock.calls, isAnothers.mock.calls]).toEqual([[], []]);
});

test('Escape works as soon as the PIN can be typed', async () => {
  const { isAnothers } = await openPage();
  const isPressed = new Promise<void>((resolve) => {
    const press = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLInputElement) || target.type !== 'password') return;
      document.removeEventListener('focusin', press);
      target.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }));
      resolve();
    };
    document.addEventListener('focusin', press);
  });
  await scan(badge);
  await isPressed;
  await expect.element(dialog).not.toBeInTheDocument();
  expect(isAnothers).not.toHaveBeenCalled();
});

test('a PIN can be entered by touch, with the focus staying in its field', async () => {
  const { signIn } = await openPage();
  await scan(badge);
  for (const digit of '27095') await dialog.getByRole('button', { name: digit, exact: true }).click();
  await dialog.getByRole('button', { name: 'Erase the last digit' }).click();
  for (const digit of '46') await dialog.getByRole('button', { name: digit, exact: true }).click();
  await expect.element(pin).toHaveFocus();
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await expect.poll(() => signIn.mock.calls).toEqual([[expect.objectContaining({ pin: '270946' })]]);
});

test('with unsaved input a badge asks before its PIN, and the input stays if nobody signs in', async () => {
  const { signIn, isAnothers } = await openPage({ mayBeUnsaved: true });
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await note.fill('Half a sentence');
  await scan(badge);
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(note).toHaveValue('Half a sentence');

  await scan(badge);
  await question.getByRole('button', { name: 'Leave without saving' }).click();
  await expect.element(pin).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(note).toHaveValue('Half a sentence');
  expect([signIn.mock.calls, isAnothers.mock.calls]).toEqual([[], []]);
});

test('where the page starts anew after the sign-in, the browser does not ask about the input a second time', async () => {
  await openPage({ mayBeUnsaved: true, staysHere: false });
  const begun: { path: string; isAsked: boolean }[] = [];
  const stay = (event: NavigateEvent) => {
    if (event.destination.sameDocument) return;
    event.preventDefault();
    begun.push({ path: new URL(event.destination.url).pathname, isAsked: !mayUnload() });
  };
  navigation.addEventListener('navigate', stay);
  onTestFinished(() => navigation.removeEventListener('navigate', stay));
  await note.fill('Half a sentence');
  expect(mayUnload()).toBe(false);
  await scan(badge);
  await page.getByRole('button', { name: 'Leave without saving' }).click();
  await expect.element(pin).toHaveFocus();
  await userEvent.keyboard('270946{Enter}');
  await expect.poll(() => begun).toEqual([{ path: inGym('/'), isAsked: false }]);
});

test('a scan while the PIN dialog is open is handled', async () => {
  const { desk, signIn, asked } = await openPage();
  await scan(badge);
  await expect.element(pin).toHaveFocus();
  // half a PIN is typed when a card is scanned; the busy page handles all events at once
  desk.answer({ '/api/desk/badge': { ok: true, value: false } });
  await typeLongAgo('25');
  await scan('04A23BC21C2680');
  await expect.element(page.getByText('This card is not a staff badge')).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(asked()[1]).toEqual({ card: '04A23BC21C2680', source: 'scan', locationId: here });
  expect(signIn).not.toHaveBeenCalled();
});

test.each([
  ['CredentialsSignin', 'Wrong badge or PIN.'],
  ['tooManyAttempts', 'Too many attempts. Wait a quarter of an hour'],
  ['locked', 'This badge is locked after too many wrong PINs.'],
])('a failed badge sign-in shows the reason at the PIN field and clears it: %s', async (because, sentence) => {
  const { signIn, isAnothers } = await openPage();
  await scan(badge);
  await pin.fill('12');
  await userEvent.keyboard('{Enter}');
  await expect.element(problem).toHaveTextContent(/^A PIN has 4 to 8 digits\.$/);
  expect(signIn).not.toHaveBeenCalled();
  await pin.fill('0001');
  await expect.element(problem).not.toBeInTheDocument();
  signIn.mockImplementation(() => refused(because));
  await userEvent.keyboard('{Enter}');
  await expect.element(problem).toHaveTextContent(sentence);
  await expect.element(pin).toHaveValue('');
  await expect.element(pin).toHaveFocus();
  await expectAccessible();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  expect(isAnothers).not.toHaveBeenCalled();
});
