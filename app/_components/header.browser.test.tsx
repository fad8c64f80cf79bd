import { PathnameContext } from 'next/dist/shared/lib/hooks-client-context.shared-runtime.js';
import { useEffect, useState } from 'react';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ana, here } from '#app/_testing/at-counter.tsx';
import { setLocale, setTheme, signOutEverywhere } from '#app/actions.ts';
import { useUnsaved } from '#components/hooks/use-unsaved.ts';
import { takeConsoleErrors } from '#components/testing/browser/console-errors.ts';
import { expectAccessible } from '#components/testing/browser/expect-accessible.ts';
import { startFakeDesk } from '#components/testing/browser/fake-desk.ts';
import { openScreen } from '#components/testing/browser/open-screen.tsx';
import { removeNotes, toast } from '#components/ui/toast.ts';
import { onSessionChange, tellSessionChange } from '#lib/browser/queries/session-change.ts';
import { useLiveUpdates } from '#lib/browser/queries/use-live-updates.ts';
import type { Locale } from '#lib/wire/i18n/locale.ts';
import { pagesOf } from '#lib/wire/pages.ts';
import type { StaffView } from '#lib/wire/staff.ts';
import { Header } from './header.tsx';
import { LeaveQuestion } from './leave-question.tsx';

const west = { id: here, slug: 'munich-west', name: 'München West' };
const ost = { id: '8e5b0c53-6c0c-4a57-8a4e-5d4d7b0a9f66', slug: 'studio-ost', name: 'Studio Ost' };
const mira: StaffView = { id: 'mira', displayName: 'Mira Sommer', initials: 'MS', role: 'manager' };
const gym = (name: string) => page.getByRole('banner').getByRole('button', { name });
const field = page.getByLabelText('First name');

beforeEach(() => {
  onTestFinished(async () => {
    removeNotes();
    await page.viewport(1280, 900);
  });
});

const release = { number: '1.4.0', build: 'abc1234' };
const parts = {
  location: west,
  locations: [west, ost],
  readers: [],
  theme: 'system',
  restartsAt: null,
  release,
} as const;
const actions = { setLocale, setTheme, signOutEverywhere };

let save = () => {};

/** A user's header above a form that reports whether it is unsaved. A badge signs Mira Sommer in. */
function Page({ first }: { first: StaffView }) {
  const [staff, setStaff] = useState(first);
  const [text, setText] = useState('');
  useUnsaved(text !== '');
  save = () => setText('');
  useEffect(() => {
    const stop = onSessionChange(() => setStaff(mira));
    return () => void stop();
  }, []);
  return (
    <>
      <Header {...parts} {...actions} staff={staff} pages={pagesOf(staff.role)} />
      <LeaveQuestion />
      <main>
        <input aria-label="First name" value={text} onChange={({ target }) => setText(target.value)} />
      </main>
    </>
  );
}

const openPage = (staff = ana, locale: Locale = 'en') => openScreen(<Page first={staff} />, { locale, hasMain: true });

async function chooseOst() {
  await gym(west.name).click();
  await page.getByRole('menuitemradio', { name: ost.name }).click();
}

test('switching the gym asks first if there is unsaved input', async () => {
  const { requests } = startFakeDesk({ '/ready': { status: 'ready' }, '/api/desk/typing': { staffId: ana.id } });
  const asked = () => requests.map(({ path }) => path).filter((path) => path !== '/api/desk/typing');
  const { router } = await openPage();
  await field.fill('Nora');
  await chooseOst();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(field).toHaveValue('Nora');
  expect([asked(), router.push.mock.calls]).toEqual([[], []]);
  await chooseOst();
  await page.getByRole('button', { name: 'Leave without saving' }).click();
  await expect.poll(() => router.push.mock.calls).toEqual([['/g/studio-ost']]);
});

test('the question is over once what was entered is saved', async () => {
  startFakeDesk({ '/ready': { status: 'ready' }, '/api/desk/typing': { staffId: ana.id } });
  const { router } = await openPage();
  await field.fill('Nora');
  await chooseOst();
  await expect.element(page.getByRole('button', { name: 'Keep editing' })).toBeVisible();
  save();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(router.push).not.toHaveBeenCalled();
});

test('while the desk is unreachable the gym cannot be switched, and the reason is shown', async () => {
  startFakeDesk({ '/ready': () => Promise.reject(new TypeError('Failed to fetch')) });
  const { router } = await openPage();
  await chooseOst();
  await expect.element(page.getByText('Front Desk’s server does not answer. Nothing is lost')).toBeVisible();
  expect(router.push).not.toHaveBeenCalled();
});

test('an error toast disappears when another user signs in', async () => {
  startFakeDesk();
  const { router } = await openPage();
  toast.error('This no longer exists.');
  const note = page.getByText('This no longer exists.');
  await expect.element(note).toBeVisible();
  tellSessionChange();
  await expect.element(page.getByText('Now: Mira Sommer')).toBeVisible();
  await expect.element(note).not.toBeInTheDocument();
  expect(router.refresh).toHaveBeenCalledOnce();
});

test('a header that fails to render still resets the page for another user and leaves it at the end of the session', async () => {
  const desk = startFakeDesk();
  // safe because: it stands for data that the header cannot render
  const unreadable = [null as never];
  const Live = () => void useLiveUpdates(here, () => {});
  const { router } = await openScreen(
    <>
      <Header {...parts} {...actions} staff={ana} pages={unreadable} />
      <Live />
    </>,
  );
  await expect.element(page.getByRole('alert')).toHaveTextContent('This section cannot be shown.');
  tellSessionChange();
  expect(router.refresh).toHaveBeenCalledOnce();
  const error = { code: 'signedOut', message: '', requestId: 'r', retryable: false };
  desk.answer({ '/api/desk/status': () => Response.json({ ok: false, error }, { status: 401 }) });
  desk.emit('ended');
  await expect.poll(() => router.push.mock.calls).toEqual([['/sign-in']]);
  expect(takeConsoleErrors().join()).toContain('TypeError');
});

test('an error toast is an alert and can be closed', async () => {
  startFakeDesk();
  await openPage();
  toast.error('This no longer exists.');
  const alert = page.getByRole('alert').filter({ hasText: 'This no longer exists.' });
  await expect.element(alert).toBeVisible();
  const shown = page.getByRole('listitem').filter({ hasText: 'This no longer exists.' });
  await shown.getByRole('button', { name: 'Close' }).click();
  await expect.element(alert).not.toBeInTheDocument();
});

const headerHeight = () => page.getByRole('banner').element().getBoundingClientRect().height;

test.each([
  ['en', ana],
  ['de', mira],
] as const)('the header is one row at every width: %s', async (locale, staff) => {
  startFakeDesk();
  await openPage(staff, locale);
  for (const width of [390, 768, 1024, 1440, 1536, 1280]) {
    await page.viewport(width, 900);
    await expect.poll(headerHeight, { message: `at ${width} px` }).toBeLessThan(70);
  }
  // at the last of these widths all pages are side by side, with the full name of the gym
  await expect.element(page.getByRole('navigation').getByRole('link').last()).toBeVisible();
  const name = gym(west.name).element().querySelector('span');
  expect((name?.scrollWidth ?? 0) - (name?.clientWidth ?? 0)).toBeLessThanOrEqual(0);
});

test('on a phone the navigation is a menu', async () => {
  startFakeDesk();
  await page.viewport(390, 844);
  await openPage();
  await page.getByRole('button', { name: 'Pages' }).click();
  await expect.element(page.getByRole('menuitem', { name: 'Members' })).toBeVisible();
  await expectAccessible();
  await userEvent.keyboard('{Escape}');
  const menu = page.getByRole('button', { name: 'Pages' });
  await expect.element(menu).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('menuitem', { name: 'Check-in' })).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(page.getByRole('menuitem', { name: 'Members' })).toHaveFocus();
  await expect
    .element(page.getByRole('menuitem', { name: 'Members' }))
    .toHaveAttribute('href', '/g/munich-west/members');
});

test('the navigation marks the page of the gym that is open, and none on a page that belongs to no gym', async () => {
  const header = <Header {...parts} {...actions} staff={mira} pages={pagesOf('manager')} />;
  const members = page.getByRole('navigation').getByRole('link', { name: 'Members' });
  const first = await openScreen(header, { path: '/members', hasMain: true });
  await expect.element(members).toHaveAttribute('aria-current', 'page');
  await first.unmount();
  await openScreen(<PathnameContext value="/account">{header}</PathnameContext>, { hasMain: true });
  await expect.element(members).toBeVisible();
  expect(document.querySelector('[aria-current]')).toBeNull();
});
