import { flushSync } from 'react-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { here } from '#app/_testing/at-counter.tsx';
import { expectAccessible } from '#components/testing/browser/expect-accessible.ts';
import { fakeAddress } from '#components/testing/browser/fake-address.tsx';
import { startFakeDesk } from '#components/testing/browser/fake-desk.ts';
import { openScreen } from '#components/testing/browser/open-screen.tsx';
import { lena } from '#components/testing/sample-verdicts.ts';
import type { DirectoryEntry, DirectoryPage } from '#lib/wire/directory.ts';
import type { StaffRole } from '#lib/wire/staff.ts';
import { DirectoryScreen } from './directory-screen.tsx';

const entry: DirectoryEntry = {
  ...lena,
  endOfContract: null,
  contractEnd: null,
  lastVisitAt: null,
  hasCard: true,
  openTasks: 0,
};
const everybody: DirectoryEntry[] = [
  ...Array.from({ length: 119 }, (_, index) => ({
    ...entry,
    accountId: `account ${index}`,
    displayName: `Member ${index}`,
    hasCard: index % 4 === 0,
    membershipType: index % 2 === 0 ? ('CORPORATE_FITNESS' as const) : ('BASIC' as const),
  })),
  entry,
];
const box = page.getByRole('searchbox', { name: 'Find a member' });
const rows = page.getByRole('list', { name: 'Members' }).getByRole('link');
const count = page.getByRole('status');
const choice = (name: string) => page.getByRole('combobox', { name, exact: true });

/** Pages of fifty; each starts with the last member of the one before, as after a change in between. */
function answer(asked: URLSearchParams): DirectoryPage {
  const means = ({ displayName, membershipType, hasCard }: DirectoryEntry) =>
    displayName.toLowerCase().includes(asked.get('q') ?? '') &&
    (!asked.has('type') || membershipType === asked.get('type')) &&
    (!asked.has('card') || !hasCard);
  const found = everybody.filter(means);
  const first = Number(asked.get('after') ?? 0);
  const next = found.length > first + 50 ? String(first + 49) : null;
  return { entries: found.slice(first, first + 50), next, total: found.length, progress: null };
}

/** The URLs written to the history, in order. */
let written: string[];

async function openDirectory(role: StaffRole = 'reception') {
  startFakeDesk({ '/api/desk/directory': answer });
  const { Addressed, ...address } = fakeAddress('/members');
  written = address.written;
  const opened = await openScreen(
    <Addressed>
      <DirectoryScreen locationId={here} timeZone="Europe/Berlin" role={role} />
    </Addressed>,
    { path: '/members', hasMain: true },
  );
  await expect.poll(() => rows.elements().length).toBe(50);
  return { ...opened, goTo: address.open };
}

afterEach(() => {
  delete document.documentElement.dataset.theme;
});

test('a member is found while typing, and arrow keys move through the list', async () => {
  const { router } = await openDirectory();
  await expect.element(box).toHaveFocus();
  await userEvent.keyboard('member 11');
  await expect.element(count).toHaveTextContent('10 members');
  await expect.poll(() => written.at(-1)).toBe('/g/munich-west/members?q=member+11');
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(rows.first()).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(rows.nth(1)).toHaveFocus();
  await userEvent.keyboard('{ArrowUp}{ArrowUp}');
  await expect.element(box).toHaveFocus();
  // with several matches, Enter opens none
  await userEvent.keyboard('{Enter}');
  await expect.element(rows.first()).toHaveFocus();
  expect(router.push).not.toHaveBeenCalled();
  await box.fill('lena vogt');
  await expect.element(count).toHaveTextContent('1 member');
  await expect.element(rows).toHaveTextContent('Lena Vogt');
  await expect.element(rows).toHaveAttribute('href', '/g/munich-west/members/account-of-lena');
  await userEvent.keyboard('{Enter}');
  expect(router.push.mock.calls).toEqual([['/g/munich-west/members/account-of-lena']]);
});

test('the address is written before another page is opened, since writing it later would discard the navigation', async () => {
  await openDirectory();
  let writtenAtClick: string | undefined;
  const stay = (event: Event) => {
    event.preventDefault();
    writtenAtClick = written.at(-1);
  };
  document.addEventListener('click', stay, { once: true });
  await box.fill('lena');
  await expect.element(count).toHaveTextContent('1 member');
  await expect.poll(() => written).toEqual(['/g/munich-west/members?q=lena']);
  const link = rows.element() as HTMLElement; // safe because: links are
  const input = box.element() as HTMLInputElement; // safe because: it is a search box
  // both in one step: the pause after typing cannot pass in between
  flushSync(() => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, 'lena vogt');
    input.dispatchEvent(new InputEvent('input', { bubbles: true }));
  });
  link.click();
  expect(writtenAtClick).toBe('/g/munich-west/members?q=lena+vogt');
  await expect.element(count).toHaveTextContent('1 member');
  expect(written).toEqual(['/g/munich-west/members?q=lena', '/g/munich-west/members?q=lena+vogt']);
});

test('filters narrow the list, and each adds a history entry', async () => {
  await openDirectory();
  await expect.element(count).toHaveTextContent('120 members');
  await choice('Contract').click();
  await page.getByRole('option', { name: 'Corporate' }).click();
  await expect.element(count).toHaveTextContent('60 members');
  expect(rows.elements().filter(({ textContent }) => !textContent?.includes('Corporate'))).toEqual([]);
  const noCard = page.getByRole('button', { name: 'No card scanned here yet' });
  await noCard.click();
  await expect.element(noCard).toHaveAttribute('aria-pressed', 'true');
  await expect.element(count).toHaveTextContent('30 members');
  await choice('Sorted by').click();
  await page.getByRole('option', { name: 'Name' }).click();
  await expect.element(choice('Sorted by')).toHaveTextContent('Name');
  await expectAccessible();
  const type = '/g/munich-west/members?type=CORPORATE_FITNESS';
  expect(vi.mocked(window.history.pushState).mock.calls.map(([, , url]) => url)).toEqual([
    type,
    `${type}&card=none`,
    `${type}&card=none&sort=name`,
  ]);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect.element(count).toHaveTextContent('120 members');
  await expect.element(noCard).toHaveAttribute('aria-pressed', 'false');
  expect(written.at(-1)).toBe('/g/munich-west/members?sort=name');
});

test('Back and links set text and filters, and a filter keeps the text that is typed', async () => {
  const { goTo } = await openDirectory();
  await box.fill('member 1');
  await choice('Contract').click();
  await page.getByRole('option', { name: 'Corporate' }).click();
  expect(written.at(-1)).toBe('/g/munich-west/members?q=member+1&type=CORPORATE_FITNESS');
  goTo('/members?q=lena');
  await expect.element(box).toHaveValue('lena');
  await expect.element(count).toHaveTextContent('1 member');
  goTo('/members');
  await expect.element(box).toHaveValue('');
  await expect.element(count).toHaveTextContent('120 members');
});

test('an empty result is announced, and Escape clears the search', async () => {
  await openDirectory();
  await box.fill('qqqqqq');
  await expect.element(page.getByText('Nobody was found for “qqqqqq”.')).toBeVisible();
  expect(rows.elements()).toEqual([]);
  await expectAccessible();
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => rows.elements().length).toBe(50);
  await expect.element(box).toHaveValue('');
});

test.each(['light', 'dark'])('further pages are loaded by keyboard, with each member once: %s', async (theme) => {
  document.documentElement.dataset.theme = theme;
  await openDirectory();
  await expectAccessible();
  const more = page.getByRole('button', { name: 'Show more' });
  more.element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => rows.elements().length).toBe(99);
  await expect.element(more).toHaveFocus();
  const addresses = rows.elements().map((link) => link.getAttribute('href'));
  expect(new Set(addresses).size).toBe(99);
});

test.each([
  ['manager', 1],
  ['reception', 0],
] as const)(
  'the filtered list is exported by managers only, and members are created by both: %s',
  async (role, links) => {
    await openDirectory(role);
    const toNew = page.getByRole('link', { name: 'New member' });
    await expect.element(toNew).toHaveAttribute('href', '/g/munich-west/members/new');
    await choice('Contract').click();
    await page.getByRole('option', { name: 'Corporate' }).click();
    await expect.element(count).toHaveTextContent('60 members');
    const file = page.getByRole('link', { name: 'Download as CSV' });
    const query = new URLSearchParams({ locationId: here, type: 'CORPORATE_FITNESS' });
    const taken = Array(links).fill(`/api/desk/directory/file?${query}`);
    expect(file.elements().map((link) => link.getAttribute('href'))).toEqual(taken);
    expect(file.elements().every((link) => link.hasAttribute('download'))).toBe(true);
  },
);
