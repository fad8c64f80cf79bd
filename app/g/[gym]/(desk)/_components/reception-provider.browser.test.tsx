import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ana, here } from '#app/_testing/at-counter.tsx';
import { earlier, memberNamed, nobodysCard, openCounter, region, searchBox } from '#app/_testing/counter.tsx';
import { DirectoryScreen } from '#app/g/[gym]/(desk)/members/_components/directory-screen.tsx';
import { atNextPress } from '#components/testing/browser/at-next-press.ts';
import { expectAccessible } from '#components/testing/browser/expect-accessible.ts';
import { holdAppearing, takesPress } from '#components/testing/browser/hold-appearing.ts';
import { scan, scanHesitatingly, scanLater, sendKeys, typeLongAgo } from '#components/testing/browser/scan.ts';
import { admitted, attention, lena, reasonOf, refused } from '#components/testing/sample-verdicts.ts';
import type { DirectoryEntry, DirectoryPage, MemberMatches } from '#lib/wire/directory.ts';
import { defaultReaderProfile, type ReaderProfile } from '#lib/wire/reader/reader-profile.ts';
import { CheckInScreen } from './check-in-screen.tsx';

const card = '0x04B81D5A2F6C80';
const secondCard = '0x04C7E2914A3B80';
const refusedCard = '0x5C08E6A4';
const badge = '0x04B0C0D1E2F3A4';
const endsSoon = { ...attention, member: memberNamed('Mia Brandt'), reasons: [reasonOf.contractEndsSoon] };
const noGuest = {
  ...refused,
  member: memberNamed('Jan Pohl'),
  mayOverride: true,
  reasons: [reasonOf.noGuestProgramme],
};
const panel = page.getByRole('complementary', { name: 'At the counter' });
const waiting = panel.getByRole('list', { name: 'Waiting scans' });
const pinDialog = page.getByRole('dialog', { name: 'Staff badge' });
const pin = pinDialog.getByLabelText('PIN');

const entry: DirectoryEntry = {
  ...lena,
  endOfContract: null,
  contractEnd: null,
  lastVisitAt: null,
  hasCard: true,
  openTasks: 0,
};
const members: DirectoryPage = {
  entries: Array.from({ length: 20 }, (_, index) => ({ ...entry, accountId: `account-${index}` })),
  next: 'more',
  total: 40,
  progress: null,
};

afterEach(async () => {
  vi.useRealTimers();
  await page.viewport(1280, 900);
});

const directory = <DirectoryScreen locationId={here} timeZone="Europe/Berlin" role={ana.role} />;

/** A long page of the desk with a field and lists, with the counter beside it. */
async function openMembers(query = '', { undoMs = 20_000 } = {}) {
  // the address of the tests does not change
  const push = vi.spyOn(history, 'pushState').mockImplementation(() => {});
  vi.spyOn(history, 'replaceState').mockImplementation(() => {});
  const counter = await openCounter({
    path: `/members${query}`,
    undoMs,
    says: { [card]: admitted, [secondCard]: endsSoon, [refusedCard]: noGuest },
    reads: { '/api/desk/directory': members },
    children: directory,
  });
  await expect.element(page.getByRole('list', { name: 'Members' })).toBeVisible();
  return { ...counter, push };
}

test('the verdict beside another page closes when its member is forgotten', async () => {
  const { desk } = await openMembers();
  await scan(secondCard);
  await expect.element(region).toHaveTextContent('Mia Brandt');
  await panel.getByRole('button', { name: 'Close' }).click();
  await scan(card);
  await expect.element(region).toHaveTextContent('Lena Vogt');
  desk.answer({
    '/api/desk/forgotten': [{ accountId: lena.accountId, at: new Date(Date.now() + 1_000).toISOString() }],
  });
  desk.emit('forgotten');
  await expect.element(panel).not.toBeInTheDocument();
});

test('a scan on another page shows its verdict beside it, and keeps the focus and the text of the form', async () => {
  const { decide, verdictOf, taps } = await openMembers();
  const field = page.getByRole('searchbox');
  await field.click();
  await typeLongAgo('anna');
  await expect.element(field).toHaveValue('anna');
  await scan(secondCard);
  await expect.element(region).toHaveTextContent(/Attention.*Mia Brandt/);
  await expect.element(field).toHaveValue('anna');
  await expect.element(field).toHaveFocus();
  await expectAccessible();

  await panel.getByRole('button', { name: 'Close' }).click();
  await expect.element(region).not.toBeInTheDocument();
  decide((tap) => {
    const { tapId, tappedAt } = verdictOf(tap);
    return { ...endsSoon, tapId, tappedAt, reasons: [reasonOf.repeatIgnored] };
  });
  await scan(secondCard);
  await expect.element(region).toHaveTextContent('not counted twice');
  expect(taps).toMatchObject([{ value: secondCard }, { value: secondCard }]);
});

test('verdicts of scans on another page are at the check-in once that is opened, and what was seen there is not shown beside the next page', async () => {
  const { goTo } = await openMembers();
  await scan(card);
  await expect.element(region).toHaveTextContent(/Admitted.*Lena Vogt/);
  await scan(secondCard);
  goTo('/', <CheckInScreen isDemo={false} />);
  await expect.element(searchBox).toHaveFocus();
  await expect.element(panel).not.toBeInTheDocument();
  await expect.element(region).toHaveTextContent(/Attention.*Mia Brandt/);
  await expect.element(earlier).toHaveTextContent('Lena Vogt');

  goTo('/members', directory);
  await expect.element(page.getByRole('list', { name: 'Members' })).toBeVisible();
  await expect.element(region).not.toBeInTheDocument();
  await scan(card);
  await expect.element(region).toHaveTextContent(/Admitted.*Lena Vogt/);
});

test('a reader that a manager sets up meanwhile is known to an open window: its prefix belongs to the scan, however early it comes', async () => {
  const { desk, taps } = await openCounter();
  const decimal: ReaderProfile = { format: 'decimal', byteOrder: 'reversed', byteLength: 4, prefix: ';' };
  const isRead = () => desk.requests.filter(({ path }) => path === '/api/desk/readers').length;
  await scanHesitatingly(';0412268238', 90);
  await expect.poll(() => taps).toMatchObject([{ value: '0412268238' }]);
  const before = isRead();
  desk.answer({ '/api/desk/readers': [defaultReaderProfile, decimal] });
  desk.emit('readers');
  await expect.poll(isRead).toBeGreaterThan(before);
  await scanHesitatingly(';0412268238', 90);
  await expect.poll(() => taps).toMatchObject([{}, { value: ';0412268238' }]);
});

/** A counter whose user may not record the scan that was just made; from now on the desk accepts it. */
async function openWithRefusedScan() {
  const counter = await openCounter({ says: { [card]: admitted } });
  const error = { code: 'notAllowed', message: '', requestId: 'r', retryable: false };
  counter.decide(() => Response.json({ ok: false, error }));
  await scan(card);
  await expect.element(page.getByRole('alert').first()).toBeVisible();
  counter.decide(counter.verdictOf);
  // older than what may still be in flight in another window
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 });
  return counter;
}

test('a scan that the desk refuses for this user is sent again for the next user of the window', async () => {
  const { taps, signIn } = await openWithRefusedScan();
  signIn({ id: 'mira', displayName: 'Mira Sommer', initials: 'MS', role: 'manager' });
  await expect.element(region).toHaveTextContent(lena.displayName);
  expect(taps).toHaveLength(1);
});

test('a scan that was refused to somebody signed in at another window is sent again once its user is back', async () => {
  await openWithRefusedScan();
  const otherWindow = new BroadcastChannel('front-desk session');
  onTestFinished(() => otherWindow.close());
  otherWindow.postMessage(null);
  await expect.element(region).toHaveTextContent(lena.displayName);
});

/** A counter that knows two members' cards and the badge. */
async function openWithBadge() {
  const counter = await openCounter({ says: { [card]: admitted, [secondCard]: endsSoon } });
  const error = { code: 'staffBadge', message: '', requestId: 'r', retryable: false };
  counter.decide((tap) =>
    tap.kind === 'lookUp' && tap.value === badge ? Response.json({ ok: false, error }) : counter.verdictOf(tap),
  );
  return counter;
}

test('a badge that was first read in part asks for its PIN over the verdict from before it', async () => {
  await openWithBadge();
  await scan(card);
  await expect.element(region).toHaveTextContent(lena.displayName);
  await sendKeys(badge.slice(0, 8), { everyMs: 4 });
  await expect.element(region).toHaveTextContent('Card not fully read');
  await scanLater(badge);
  await expect.element(pin).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(region).toHaveTextContent(lena.displayName);
  await expect.element(page.getByText('Card not fully read')).not.toBeInTheDocument();
});

test('a card that is scanned while a PIN is asked for is looked up', async () => {
  const { taps } = await openWithBadge();
  await scan(badge);
  await expect.element(pin).toHaveFocus();
  await scan(secondCard);
  await expect.element(pinDialog).not.toBeInTheDocument();
  await expect.element(region).toHaveTextContent(/Attention.*Mia Brandt/);
  expect(taps).toMatchObject([{ value: badge }, { kind: 'lookUp', source: 'scan', value: secondCard }]);
});

test('the link from a search to the directory keeps the searched text', async () => {
  await openMembers('?q=an');
  await expect.element(page.getByRole('searchbox')).toHaveValue('an');
});

test('keys of a scan neither choose in a focused select nor open it', async () => {
  const { push } = await openMembers();
  const contract = page.getByRole('combobox', { name: 'Contract', exact: true });
  const focus = () => (contract.element() as HTMLElement).focus();
  // opened by a person as usual
  focus();
  await userEvent.keyboard(' ');
  await page.getByRole('option', { name: 'Premium' }).click();
  expect(push.mock.calls).toEqual([[null, '', '/g/munich-west/members?type=PREMIUM']]);
  await expect.element(contract).toHaveFocus();
  // the first keys of a scan, not recognised as one yet; All contracts, Basic and Corporate start with such letters
  for (const key of ['a', 'b', 'c']) {
    focus();
    await typeLongAgo(key);
    await expect.element(contract).toHaveTextContent('Premium');
  }
  // the bytes of the second card are separated by spaces
  for (const text of ['B3F71C0A92', 'B3 F7 1C 0A 93']) {
    focus();
    await scan(text);
    await expect.element(region).toHaveAttribute('data-verdict', 'unknown');
    await expect.element(region).toHaveTextContent(text);
    await expect.element(contract).toHaveAttribute('aria-expanded', 'false');
    await expect.element(contract).toHaveTextContent('Premium');
  }
  expect(push).toHaveBeenCalledOnce();
  await scan(card);
  await expect.element(region).toHaveTextContent(/Admitted.*Lena Vogt/);
});

test('spaces within a scan do not press the focused button', async () => {
  const { taps } = await openMembers();
  await scan(card);
  await expect.element(region).toHaveTextContent(/Admitted.*Lena Vogt/);
  const checkOut = region.getByRole('button', { name: 'Check out' });
  (checkOut.element() as HTMLElement).focus();
  await expect.element(checkOut).toHaveFocus();
  await scan('B3 F7 1C 0A 94');
  await expect.element(region).toHaveAttribute('data-verdict', 'unknown');
  expect(taps).toMatchObject([
    { kind: 'lookUp', value: card },
    { kind: 'lookUp', source: 'scan', value: 'B3 F7 1C 0A 94' },
  ]);
});

test('the panel takes no press while it appears, which was meant for what it covers', async () => {
  const { release } = holdAppearing();
  await openMembers();
  await scan(card);
  await expect.element(region).toHaveTextContent(/Admitted.*Lena Vogt/);
  expect(takesPress(panel)).toBe(false);
  release();
  await expect.poll(() => takesPress(panel)).toBe(true);
});

test('the panel of a plain admission closes by a timer once undo has expired', async () => {
  await openMembers('', { undoMs: 60_000 });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  await scan(card);
  await expect.element(region).toHaveTextContent(/Admitted.*Lena Vogt/);
  vi.advanceTimersByTime(10_000);
  await expect.element(region).toBeVisible();
  vi.advanceTimersByTime(50_000);
  await expect.element(region).not.toBeInTheDocument();
});

test('the panel of a plain admission stays as long as a dialog that was opened from it, so that no typed reason is lost', async () => {
  await openMembers();
  await scan(refusedCard);
  await expect.element(region).toHaveTextContent(/Refused.*Jan Pohl/);
  // by keyboard: the pointer in the panel would keep it open
  (region.getByRole('button', { name: 'Let in anyway' }).element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  const reason = page.getByRole('dialog').getByRole('textbox');
  await reason.click();
  await typeLongAgo('paid in cash');
  await expect.element(reason).toHaveValue('paid in cash');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  await scan(card);
  // the panel has no role behind the dialog
  const shown = () => document.getElementById('verdict')?.dataset.verdict;
  await expect.poll(shown).toBe('admitted');
  vi.advanceTimersByTime(60_000);
  await typeLongAgo(' today');
  await expect.element(reason).toHaveValue('paid in cash today');
  expect(shown()).toBe('admitted');
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  vi.advanceTimersByTime(60_000);
  await expect.poll(shown).toBeUndefined();
});

test('the panel of waiting taps can be closed, and the page below it can be scrolled clear of it', async () => {
  await page.viewport(390, 700);
  const { decide, verdictOf } = await openMembers();
  decide(() => Promise.reject(new TypeError('The desk is away.')));
  await scan(card);
  await expect.element(waiting).toBeVisible();
  const more = page.getByRole('button', { name: 'Show more' });
  const isClear = () => {
    scrollTo(0, document.documentElement.scrollHeight);
    return more.element().getBoundingClientRect().bottom <= panel.element().getBoundingClientRect().top;
  };
  await expect.poll(isClear).toBe(true);

  await panel.getByRole('button', { name: 'Close' }).click();
  await expect.element(panel).not.toBeInTheDocument();
  await scan(secondCard);
  await expect.poll(() => waiting.getByRole('listitem').elements()).toHaveLength(2);
  atNextPress(() => decide(verdictOf));
  await panel.getByRole('button', { name: 'Try now' }).click();
  await expect.element(waiting).not.toBeInTheDocument();
});

test('the next scan closes an open dialog, unless it has input', async () => {
  const nobody: MemberMatches = { matches: [], total: 0, isExact: false, isWhole: true };
  await openCounter({ says: { [card]: admitted, [secondCard]: endsSoon }, reads: { '/api/desk/members': nobody } });
  const question = page.getByRole('dialog');
  const ask = async () => {
    await scan(nobodysCard);
    await region.getByRole('button', { name: 'Give to a member' }).click();
    await expect.element(question).toBeVisible();
  };
  await ask();
  await scan(card);
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(region).toHaveTextContent(/Admitted.*Lena Vogt/);
  await expect.element(searchBox).toHaveValue('');

  await ask();
  const field = question.getByRole('searchbox');
  await expect.element(field).toHaveFocus();
  await typeLongAgo('om');
  await expect.element(field).toHaveValue('om');
  await scan(secondCard);
  const note = page.getByRole('listitem').filter({ hasText: /Attention: Mia Brandt. Checked in/ });
  await expect.element(note).toBeVisible();
  await expect.element(field).toHaveValue('om');
  await userEvent.keyboard('{Escape}');
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(region).toHaveTextContent(/Attention.*Mia Brandt/);
});
