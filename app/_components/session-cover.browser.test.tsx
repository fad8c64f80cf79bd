import { useEffect, useState } from 'react';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ana, here } from '#app/_testing/at-counter.tsx';
import { setLocale, setTheme, signOutEverywhere } from '#app/actions.ts';
import { ScanListener } from '#components/check-in/scan-listener.tsx';
import { useUnsaved } from '#components/hooks/use-unsaved.ts';
import { expectAccessible } from '#components/testing/browser/expect-accessible.ts';
import { startFakeDesk } from '#components/testing/browser/fake-desk.ts';
import { inGym, openScreen } from '#components/testing/browser/open-screen.tsx';
import { scan } from '#components/testing/browser/scan.ts';
import { Dialog } from '#components/ui/dialog.tsx';
import { removeNotes } from '#components/ui/toast.ts';
import { isPageCovered } from '#lib/browser/page/page-cover.ts';
import { mayUnload } from '#lib/browser/page/page-leaving.ts';
import { onSessionChange } from '#lib/browser/queries/session-change.ts';
import { useLiveUpdates } from '#lib/browser/queries/use-live-updates.ts';
import { pagesOf } from '#lib/wire/pages.ts';
import type { StaffView } from '#lib/wire/staff.ts';
import { Header } from './header.tsx';
import { LeaveQuestion } from './leave-question.tsx';

const note = page.getByLabelText('Note');
const cover = page.getByRole('dialog', { name: 'Sign in again' });
const email = cover.getByLabelText('E-mail');
const refused = (code: string, status: number) => () =>
  Response.json({ ok: false, error: { code, message: '', requestId: 'r', retryable: false } }, { status });

const mira: StaffView = { id: 'mira', displayName: 'Mira Sommer', initials: 'MS', role: 'manager' };
/** The desk has rendered the page for another user. */
let onRefresh = () => {};

interface Shown {
  restartsAt: string | null;
  isInDialog: boolean;
  onScan(text: string): void;
}

const parts = {
  location: { id: here, slug: 'munich-west', name: 'München West' },
  locations: [{ id: here, slug: 'munich-west', name: 'München West' }],
  readers: [],
  theme: 'system',
  release: { number: '1.4.0', build: 'abc1234' },
  setLocale,
  setTheme,
  signOutEverywhere,
} as const;

function Note() {
  const [text, setText] = useState('');
  useUnsaved(text !== '');
  return <input aria-label="Note" value={text} onChange={({ target }) => setText(target.value)} />;
}

function Page({ restartsAt, isInDialog, onScan }: Shown) {
  useLiveUpdates(here);
  const [isOpen, setIsOpen] = useState(isInDialog);
  const [searchBox] = useState({ current: null });
  const [staff, setStaff] = useState(ana);
  useEffect(() => {
    onRefresh = () => setStaff(mira);
  }, []);
  return (
    <>
      <title>Lena Becker · Front Desk</title>
      <Header {...parts} staff={staff} pages={pagesOf(ana.role)} restartsAt={restartsAt} />
      <LeaveQuestion />
      <ScanListener searchBox={searchBox} onScan={onScan} onCut={() => {}} />
      <main>
        <p>Lena Becker, born 14 Mar 1991</p>
        {!isInDialog && <Note />}
        <Dialog
          isOpen={isOpen}
          onOpenChange={setIsOpen}
          title="Add card"
          description="Of Lena Becker"
          closeLabel="Close it"
        >
          <input aria-label="Note" data-autofocus />
        </Dialog>
      </main>
    </>
  );
}

/** A page with unsaved text. */
async function openUnsaved({ restartsAt = null, isInDialog = false }: Partial<Omit<Shown, 'onScan'>> = {}) {
  const onScan = vi.fn();
  const signIn = vi.fn((_: unknown): object => ({ url: '/' }));
  const desk = startFakeDesk({
    '/api/auth/csrf': { csrfToken: 'token' },
    '/api/auth/callback/credentials': (_, { body }) => signIn(body),
    '/api/auth/callback/badge': (_, { body }) => signIn(body),
    '/api/sign-in/badges': { ok: true, value: true },
    '/api/desk/readers': [],
    '/api/desk/typing': { staffId: ana.id },
  });
  const changes = vi.fn();
  const stop = onSessionChange(changes);
  onTestFinished(() => {
    stop();
    removeNotes();
  });
  const opened = await openScreen(<Page restartsAt={restartsAt} isInDialog={isInDialog} onScan={onScan} />, {
    hasMain: true,
  });
  await note.fill('Half a sentence');
  await expect.poll(() => desk.requests.map(({ path }) => path)).toContain('/api/desk/readers');
  /** From now on the session is this user's. */
  const signedInAs = (staffId: string) =>
    desk.answer({ '/api/desk/status': {}, '/api/desk/typing': { staffId }, '/api/desk/readers': [] });
  /** How often the page has asked whose session it is. */
  const asked = () => desk.requests.filter(({ path }) => path === '/api/desk/typing').length;
  return { ...opened, desk, asked, signIn, signedInAs, changes, onScan };
}

/** The same page, whose session then ends. */
async function openCovered(shown: Partial<Omit<Shown, 'onScan'>> = {}) {
  const opened = await openUnsaved(shown);
  opened.desk.answer({
    '/api/desk/status': refused('signedOut', 401),
    '/api/desk/typing': refused('signedOut', 401),
    '/api/desk/readers': refused('signedOut', 401),
  });
  const before = opened.asked();
  opened.desk.emit('ended');
  await expect.element(email).toHaveFocus();
  await expect.poll(opened.asked).toBe(before + 1);
  return opened;
}

async function signInByPassword() {
  await email.fill('ana@demo.example');
  await cover.getByLabelText('Password').fill('four words in a row');
  await userEvent.keyboard('{Enter}');
}

/** The addresses that the page goes to with a full load, and whether the browser would ask about unsaved input. */
function watchLoads() {
  const loads: { to: string; isAsked: boolean }[] = [];
  const stay = (event: NavigateEvent) => {
    if (event.destination.sameDocument) return;
    event.preventDefault();
    const { pathname, searchParams } = new URL(event.destination.url);
    loads.push({ to: pathname + (searchParams.get('next') ?? ''), isAsked: !mayUnload() });
  };
  navigation.addEventListener('navigate', stay);
  onTestFinished(() => navigation.removeEventListener('navigate', stay));
  return loads;
}

test.each([false, true])(
  'nothing of a covered page is shown, focused or closed (in a dialog: %s)',
  async (isInDialog) => {
    const { router, onScan } = await openCovered({ isInDialog });
    await expect.element(cover).toHaveAccessibleDescription(/^Ana Keller was signed out\. .* it stays too/);
    expect(router.push).not.toHaveBeenCalled();
    expect(document.title).toBe('Sign in again · Front Desk');
    await expectAccessible();
    const covered = [...document.body.children].filter((part) => !part.contains(cover.element()));
    for (const part of covered) expect(getComputedStyle(part).visibility).toBe('hidden');
    const named = page.getByText(/Lena Becker/).elements();
    expect(named.filter((part) => part.checkVisibility({ visibilityProperty: true }))).toEqual([]);
    const field = document.querySelector<HTMLInputElement>('[aria-label="Note"]');
    field?.focus();
    expect(document.activeElement).not.toBe(field);
    for (let press = 0; press < 8; press += 1) {
      await userEvent.tab();
      expect(document.activeElement === document.body || cover.element().contains(document.activeElement)).toBe(true);
    }
    for (let press = 0; press < 3; press += 1) await userEvent.keyboard('{Escape}');
    await expect.element(cover).toBeVisible();
    expect(field?.isConnected).toBe(true);
    await scan('04A23BC21C2680');
    await expect.element(page.getByRole('dialog', { name: 'Staff badge' })).toBeVisible();
    expect(onScan).not.toHaveBeenCalled();
  },
);

test.each([false, true])(
  'the same user goes on where they were, with fresh data (in a dialog: %s)',
  async (isInDialog) => {
    const { desk, signIn, signedInAs, changes, router } = await openCovered({ isInDialog, restartsAt: '/' });
    signIn.mockReturnValueOnce(Response.json({ url: 'http://desk.test/?error=CredentialsSignin' }, { status: 401 }));
    await signInByPassword();
    await expect.element(cover.getByRole('alert')).toHaveTextContent('Wrong e-mail or password.');
    const told = new BroadcastChannel('front-desk session');
    const others = vi.fn();
    told.onmessage = others;
    onTestFinished(() => told.close());
    desk.requests.length = 0;
    signedInAs(ana.id);
    await cover.getByLabelText('Password').fill('four words in a row');
    await userEvent.keyboard('{Enter}');
    await expect.element(cover).not.toBeInTheDocument();
    await expect.element(note).toHaveValue('Half a sentence');
    await expect.element(note).toHaveFocus();
    expect(document.title).toBe('Lena Becker · Front Desk');
    expect(changes.mock.calls).toEqual([['again']]);
    await expect.poll(() => others.mock.calls.length).toBe(1);
    await expect.poll(() => desk.requests.map(({ path }) => path)).toContain('/api/desk/readers');
    expect([router.refresh.mock.calls.length, router.push.mock.calls.length]).toEqual([0, 0]);
  },
);

test('a badge signs the same user in, too', async () => {
  const { signedInAs, signIn } = await openCovered();
  await expect.element(page.getByText('hold your staff badge to the reader')).toBeVisible();
  await scan('04B0C0D1E2F3A5');
  await expect.element(page.getByRole('dialog', { name: 'Staff badge' }).getByLabelText('PIN')).toHaveFocus();
  signedInAs(ana.id);
  await userEvent.keyboard('9173{Enter}');
  await expect.element(cover).not.toBeInTheDocument();
  await expect.element(note).toHaveValue('Half a sentence');
  expect(signIn.mock.calls).toEqual([[expect.objectContaining({ card: '04B0C0D1E2F3A5', pin: '9173' })]]);
});

test('at the counter the page goes on with another user, as after a badge, once it is refreshed for them', async () => {
  const { signedInAs, changes, router } = await openCovered();
  signedInAs(mira.id);
  await signInByPassword();
  await expect.poll(() => router.refresh.mock.calls.length).toBe(1);
  expect(isPageCovered()).toBe(true);
  onRefresh();
  await expect.element(cover).not.toBeInTheDocument();
  await expect.element(page.getByText('Now: Mira Sommer')).toBeVisible();
  await expect.element(note).toHaveValue('Half a sentence');
  expect(changes.mock.calls).toEqual([['here']]);
});

test.each(['/', '/floor'])(
  'elsewhere another user begins at %s, and the text is discarded unseen',
  async (restartsAt) => {
    const { signedInAs, changes } = await openCovered({ restartsAt });
    await expect.element(cover).toHaveAccessibleDescription(/If somebody else signs in here, it is discarded\.$/);
    const loads = watchLoads();
    signedInAs(mira.id);
    await signInByPassword();
    await expect.poll(() => loads).toEqual([{ to: `/${inGym(restartsAt)}`, isAsked: false }]);
    expect([isPageCovered(), changes.mock.calls]).toEqual([true, []]);
  },
);

test('a user without access to the gym gets nothing of the page', async () => {
  const { desk } = await openCovered();
  const loads = watchLoads();
  desk.answer({ '/api/desk/typing': refused('notAllowed', 403) });
  await signInByPassword();
  await expect.poll(() => loads).toHaveLength(1);
  expect(isPageCovered()).toBe(true);
});

test('a session that waits for a required passkey does not go on, and the page says what to do', async () => {
  await openCovered();
  await signInByPassword();
  await expect.element(cover.getByRole('alert')).toHaveTextContent('Your gym requires a passkey');
  await expect.element(cover).toBeVisible();
});

/** Signs somebody in on another page of this browser. */
function signInElsewhere() {
  const channel = new BroadcastChannel('front-desk session');
  channel.postMessage(null);
  channel.close();
}

test('a sign-in of the same user on another page of the browser uncovers the page, one of somebody else does not', async () => {
  const { signedInAs, asked, changes } = await openCovered({ restartsAt: '/' });
  signedInAs(mira.id);
  const before = asked();
  signInElsewhere();
  await expect.poll(asked).toBe(before + 1);
  await expect.element(cover).toBeVisible();
  signedInAs(ana.id);
  signInElsewhere();
  await expect.element(cover).not.toBeInTheDocument();
  await expect.element(note).toHaveValue('Half a sentence');
  expect(changes.mock.calls).toEqual([['elsewhere'], ['elsewhere'], ['again']]);
});

test('a page that another user may not have stays covered, also rendered for them, until its user is back', async () => {
  const { signedInAs, asked } = await openCovered({ restartsAt: '/' });
  signedInAs(mira.id);
  onRefresh();
  const before = asked();
  signInElsewhere();
  await expect.poll(asked).toBe(before + 1);
  signInElsewhere();
  await expect.poll(asked).toBe(before + 2);
  await expect.element(cover.getByText(`${ana.displayName} was signed out`)).toBeVisible();
  expect(isPageCovered()).toBe(true);
  signedInAs(ana.id);
  signInElsewhere();
  await expect.element(cover).not.toBeInTheDocument();
});

describe('a page with unsaved text that has not noticed the end of its session, when somebody signs in on another page,', () => {
  test('is covered and not rendered for somebody else, who may not open it, until its user is back', async () => {
    const { asked, signedInAs, changes, router } = await openUnsaved({ restartsAt: '/' });
    signedInAs(mira.id);
    const before = asked();
    signInElsewhere();
    await expect.element(cover).toHaveAccessibleDescription(/^Ana Keller was signed out\. .* it is discarded\.$/);
    await expect.poll(asked).toBe(before + 1);
    await expect.element(cover).toBeVisible();
    signedInAs(ana.id);
    signInElsewhere();
    await expect.element(cover).not.toBeInTheDocument();
    await expect.element(note).toHaveValue('Half a sentence');
    expect([changes.mock.calls, router.refresh.mock.calls]).toEqual([[['elsewhere'], ['elsewhere'], ['again']], []]);
  });

  test('goes on if it is the same user', async () => {
    const { signedInAs, changes, router } = await openUnsaved({ restartsAt: '/' });
    signedInAs(ana.id);
    signInElsewhere();
    await expect.poll(() => changes.mock.calls).toEqual([['elsewhere'], ['again']]);
    await expect.element(cover).not.toBeInTheDocument();
    await expect.element(note).toHaveValue('Half a sentence');
    expect(router.refresh).not.toHaveBeenCalled();
  });

  test.each([null, '/floor'])(
    'is rendered for the new user where that one goes on with it (%s)',
    async (restartsAt) => {
      const { signedInAs, router } = await openUnsaved({ restartsAt });
      signedInAs(mira.id);
      signInElsewhere();
      await expect.poll(() => router.refresh.mock.calls.length).toBe(1);
      expect(isPageCovered()).toBe(false);
    },
  );
});

test('the page stays covered while a user without access to the gym is signed in on another page', async () => {
  const { desk, router } = await openCovered();
  desk.answer({ '/api/desk/status': refused('notAllowed', 403), '/api/desk/typing': refused('notAllowed', 403) });
  const asked = (name: string) => desk.requests.filter(({ path }) => path === `/api/desk/${name}`).length;
  const [status, typing] = [asked('status'), asked('typing')];
  desk.emit('ended');
  await expect.poll(() => asked('status')).toBeGreaterThan(status);
  signInElsewhere();
  await expect.poll(() => asked('typing')).toBeGreaterThan(typing);
  await expect.element(cover).toBeVisible();
  expect(router.push.mock.calls).toEqual([]);
});

test('at the counter, so does a sign-in of another user on another page', async () => {
  const { signedInAs, router } = await openCovered();
  signedInAs(mira.id);
  signInElsewhere();
  await expect.poll(() => router.refresh.mock.calls.length).toBe(1);
  expect(isPageCovered()).toBe(true);
  onRefresh();
  await expect.element(cover).not.toBeInTheDocument();
});

test('the page can be left without saving', async () => {
  const { router } = await openCovered();
  await cover.getByRole('button', { name: 'Leave without saving' }).click();
  expect([router.push.mock.calls, mayUnload()]).toEqual([[['/sign-in']], true]);
});
