import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { here } from '#app/_testing/at-counter.tsx';
import { IndexedOffice } from '#app/g/[gym]/(office)/office/_components/indexed-office.tsx';
import { waiveStep } from '#app/g/[gym]/(office)/office/start/actions.ts';
import { expectAccessible, expectFineAtEveryWidth } from '#components/testing/browser/expect-accessible.ts';
import { startFakeDesk } from '#components/testing/browser/fake-desk.ts';
import { openScreen } from '#components/testing/browser/open-screen.tsx';
import { watchSettling } from '#components/testing/browser/watch-settling.ts';
import { type GettingStarted, type SetUpStep, setUpSteps } from '#lib/wire/getting-started.ts';
import type { Locale } from '#lib/wire/i18n/locale.ts';
import { StartScreen } from './start-screen.tsx';

const now = Date.parse('2026-11-25T11:00:00.000Z');
const waiver = { by: 'Mira Sommer', at: '2026-11-25T10:12:00.000Z' };

function started(
  given: { done?: SetUpStep[]; waived?: SetUpStep[] } & Partial<Omit<GettingStarted, 'steps'>> = {},
): GettingStarted {
  const { done = [], waived = [], reading = null, doneAt = null, memberCount = null } = given;
  const steps = setUpSteps.map((step) => ({
    step,
    isDone: done.includes(step),
    waiver: waived.includes(step) ? waiver : null,
  }));
  return { steps, reading, doneAt, memberCount };
}

const reading = { isRunning: true, count: 1_200, total: 4_000, secondsLeft: 190 };
const path = '/api/desk/getting-started';
const list = page.getByRole('list', { name: 'Getting started' });
const step = (title: string) => list.getByRole('listitem').filter({ hasText: title });

interface StartOptions {
  locale?: Locale;
  /** The time zone of the browser. */
  own?: string;
}

const ownTimeZone = (timeZone: string) =>
  vi
    .spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions')
    .mockReturnValue({ ...Intl.DateTimeFormat('en').resolvedOptions(), timeZone });

async function openStart(first: GettingStarted, { locale = 'en', own }: StartOptions = {}) {
  vi.useFakeTimers({ toFake: ['Date'], now });
  if (own) ownTimeZone(own);
  const desk = startFakeDesk({ [path]: first });
  await openScreen(
    <IndexedOffice locationId={here}>
      <StartScreen locationId={here} timeZone="Europe/Berlin" />
    </IndexedOffice>,
    { path: '/office/start', hasMain: true, locale },
  );
  await expect.element(page.getByRole('listitem').first()).toBeVisible();
  return (next: GettingStarted) => desk.answer({ [path]: next });
}

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  delete document.documentElement.dataset.theme;
});

test.each(['light', 'dark'])(
  'each step says whether it is done, and leads to its room, at every width: %s',
  async (theme) => {
    document.documentElement.dataset.theme = theme;
    await openStart(started({ done: ['connection'], waived: ['badges'], reading }));
    await expect.element(page.getByText('2 of 7 done')).toBeVisible();
    await expect.element(step('The member system answers').getByRole('img')).toHaveAccessibleName('Done');
    await expect
      .element(step('The members are loaded'))
      .toHaveTextContent(/1,200 of 4,000 members loaded.*about 4 minutes left/);
    await expect.element(step('Somebody has a badge')).toHaveTextContent('Not needed here, says Mira Sommer, 11:12');
    const rooms = { 'Set up a reader': 'readers', 'Set closing times': 'gym', 'Invite colleagues': 'staff' };
    for (const [name, room] of Object.entries(rooms)) {
      await expect.element(page.getByRole('link', { name })).toHaveAttribute('href', `/g/munich-west/office/${room}`);
    }
    // only steps that a gym can do without
    await expect.element(step('The members are loaded').getByRole('button')).not.toBeInTheDocument();
    // first what to do, then how to do without it
    const reader = step('A card reader works');
    const link = reader.getByRole('link').element();
    const waive = reader.getByRole('button', { name: /^Not needed here/ }).element();
    expect(link.compareDocumentPosition(waive)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(waive.getBoundingClientRect().top).toBeGreaterThanOrEqual(link.getBoundingClientRect().top);
    await expectFineAtEveryWidth();
  },
);

test.each([
  ['before the first page', { count: 0, total: null, secondsLeft: null }, /Waits for the member system\./],
  [
    'without a total, no number is made up',
    { count: 300, total: null, secondsLeft: null },
    /300 members loaded so far$/,
  ],
  ['near the end', { count: 3_990, total: 4_000, secondsLeft: 2 }, /Less than a minute left/],
])('the members that are loaded: %s', async (_, now, text) => {
  await openStart(started({ reading: { isRunning: true, ...now } }));
  await expect.element(step('The members are loaded').getByText(text).first()).toBeVisible();
});

test.each([
  [1_204, /1,204 members$/, []],
  [0, /no members of this gym yet/, ['/g/munich-west/members', '/g/munich-west/office/migration']],
])('%i members that are loaded, and where there is none, how to get some', async (memberCount, text, links) => {
  await openStart(started({ done: ['connection', 'members'], memberCount }));
  const members = step('The members are loaded');
  await expect.element(members.getByText(text)).toBeVisible();
  expect(
    members
      .getByRole('link')
      .elements()
      .map((link) => link.getAttribute('href')),
  ).toEqual(links);
  await expectAccessible();
});

test.each([
  ['America/New_York', 'en', /It is 12:00 in this gym \(Europe\/Berlin\), and 06:00 on this computer/],
  ['UTC', 'de', /In diesem Studio ist es 12:00 Uhr \(Europe\/Berlin\), auf diesem Computer 11:00 Uhr/],
  ['Europe/Vienna', 'en', null],
] as const)('a gym whose clock differs from that of the computer says so: %s', async (own, locale, text) => {
  await openStart(started(), { own, locale });
  const notice = page.getByRole('link', { name: /^(Set the time zone|Zeitzone einstellen)$/ });
  if (text === null) {
    await expect.element(notice).not.toBeInTheDocument();
  } else {
    await expect.element(page.getByText(text).first()).toBeVisible();
    await expect.element(notice).toHaveAttribute('href', '/g/munich-west/office/gym');
    await expectFineAtEveryWidth();
  }
});

test('a step that is not needed is declared so by keyboard, and needed after all', async () => {
  const settling = watchSettling();
  const become = await openStart(started());
  vi.mocked(waiveStep).mockResolvedValue({ ok: true, value: null });
  become(started({ waived: ['badges'] }));
  const badges = step('Somebody has a badge');
  badges.getByRole('button', { name: 'Not needed here: Somebody has a badge' }).element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(badges).toHaveTextContent('says Mira Sommer');
  await expect.element(page.getByText('1 of 7 done')).toBeVisible();
  // it takes no second tap
  expect(settling()).toContain('Needed after all');
  await expectAccessible();
  become(started());
  await badges.getByRole('button', { name: 'Needed after all' }).click();
  await expect.element(badges.getByRole('link', { name: 'Assign badges' })).toBeVisible();
  expect(vi.mocked(waiveStep).mock.calls).toEqual([
    [{ locationId: here, step: 'badges', isWaived: true }],
    [{ locationId: here, step: 'badges', isWaived: false }],
  ]);
});

test('once everything is done the page says so, and leaves the navigation of the office', async () => {
  const index = page.getByRole('navigation', { name: 'Office' });
  const become = await openStart(started({ done: setUpSteps.filter((one) => one !== 'badges') }));
  await expect.element(index.getByRole('link', { name: 'Getting started' })).toBeVisible();
  vi.mocked(waiveStep).mockResolvedValue({ ok: true, value: null });
  become({ ...started({ done: [...setUpSteps], doneAt: waiver.at }), steps: [] });
  await page.getByRole('button', { name: 'Not needed here: Somebody has a badge' }).click();
  await expect.element(page.getByText('Everything is done.')).toBeVisible();
  await expect.element(index.getByRole('link', { name: 'Getting started' })).not.toBeInTheDocument();
  await expect.element(page.getByRole('link', { name: 'To the check-in' })).toHaveAttribute('href', '/g/munich-west');
  await expectAccessible();
});

test('the page is in German, and nothing is cut off on a phone', async () => {
  await openStart(started({ done: ['connection'], waived: ['badges'], reading }), { locale: 'de' });
  await expect.element(page.getByText('2 von 7 erledigt')).toBeVisible();
  await expect.element(page.getByText(/In diesem Tempo noch etwa 4 Minuten/)).toBeVisible();
  await expectFineAtEveryWidth();
});
