import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { PageKeys } from '#app/_components/page-keys.tsx';
import { ana } from '#app/_testing/at-counter.tsx';
import { inTheGym, memberNamed, openCounter, presentOf, region, searchBox } from '#app/_testing/counter.tsx';
import { DeskHeader } from '#components/header/desk-header.tsx';
import { holdAppearing, takesPress } from '#components/testing/browser/hold-appearing.ts';
import { scan } from '#components/testing/browser/scan.ts';
import { admitted, attention, lena, reasonOf, unknown } from '#components/testing/sample-verdicts.ts';
import type { MemberMatches } from '#lib/wire/directory.ts';

const card = '0x04B81D5A2F6C80';
const nobodyFound: MemberMatches = { matches: [], total: 0, isExact: false, isWhole: true };
const done = async () => ({ ok: true, value: null }) as const;
const release = { number: '1.0.0', build: 'abc1234' };
const header = (
  <>
    <PageKeys hasCounter release={release} />
    <DeskHeader
      location={{ slug: 'west', name: 'München West' }}
      locations={[]}
      pages={[]}
      currentPage={null}
      endKey={undefined}
      staff={ana}
      theme="light"
      release={release}
      isDeskHeard
      isPageComing={false}
      onGo={() => {}}
      onChooseLocation={() => {}}
      onChooseLocale={done}
      onChooseTheme={done}
      onChosen={() => {}}
      onAccount={() => {}}
      onSignOut={done}
      onSignOutEverywhere={done}
      onSignedOut={() => {}}
    />
  </>
);
const checkedOut = { ...admitted, visit: null, offers: [], reasons: [reasonOf.checkedOut] };

afterEach(async () => {
  vi.restoreAllMocks();
  await page.viewport(1280, 900);
});

test('a shortcut presses only visible buttons: none that are covered or scrolled out of view', async () => {
  const match = { ...lena, dateOfBirth: null, contractEnd: null, inSince: null };
  const found: MemberMatches = { matches: [match], total: 1, isExact: true, isWhole: true };
  const present = Array.from({ length: 30 }, (_, index) => presentOf(memberNamed(`Mia Brandt ${index}`)));
  const { ended, taps } = await openCounter({
    header,
    present,
    says: { [card]: admitted, [lena.accountId]: checkedOut },
    reads: { '/api/desk/members': found },
  });
  const sent = () => taps.length + ended.length;
  await scan(card);
  await expect.element(region).toHaveTextContent(/Admitted.*Lena Vogt/);
  const checkOut = region.getByRole('button', { name: 'Check out' });
  // a button that has just appeared, or moved, takes no press
  await expect.element(checkOut).toHaveStyle('pointer-events: auto');
  const before = sent();
  await searchBox.fill('Lena Vogt');
  const matches = page.getByRole('listbox', { name: 'Members found' });
  await expect.element(matches).toBeVisible();
  await userEvent.keyboard('{Alt>}o{/Alt}{Escape}');
  await expect.element(matches).not.toBeInTheDocument();

  const menu = page.getByRole('menu');
  await page.getByRole('button', { name: 'Ana Keller' }).click();
  await expect.element(menu).toBeVisible();
  await userEvent.keyboard('{Alt>}o{/Alt}{Escape}');
  await expect.element(menu).not.toBeInTheDocument();

  await page.getByRole('button', { name: 'Ana Keller' }).click();
  await page.getByRole('menuitem', { name: 'Help and shortcuts' }).click();
  await expect.element(page.getByRole('dialog')).toBeVisible();
  await userEvent.keyboard('{Alt>}o{/Alt}{Escape}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();

  // AltGr types symbols
  await userEvent.keyboard('{Control>}{Alt>}o{/Alt}{/Control}{Meta>}{Alt>}o{/Alt}{/Meta}');
  await page.viewport(390, 500);
  inTheGym.getByRole('listitem').last().element().scrollIntoView();
  await expect.element(region).not.toBeInViewport();
  await expect.element(checkOut).toHaveStyle('pointer-events: auto');
  await userEvent.keyboard('{Alt>}o{/Alt}');
  region.element().scrollIntoView();
  await expect.element(region).toBeInViewport();

  // nothing was pressed so far; a visible button is
  expect(sent()).toBe(before);
  await userEvent.keyboard('{Alt>}o{/Alt}');
  await expect.element(region).toHaveTextContent('Checked out');
  expect(sent()).toBe(before + 1);
  expect(taps.at(-1)).toMatchObject({ kind: 'checkOut', accountId: lena.accountId });
});

test('a press or shortcut that was on its way as a button of the verdict appeared does not press it', async () => {
  const { hold, release } = holdAppearing();
  const { taps } = await openCounter({
    says: { [card]: admitted, [lena.accountId]: { ...checkedOut, offers: ['checkIn'] } },
  });
  await scan(card);
  const checkOut = region.getByRole('button', { name: 'Check out' });
  const checkIn = region.getByRole('button', { name: 'Check in' });
  await expect.element(checkOut).toBeVisible();
  expect(takesPress(checkOut)).toBe(false);
  await userEvent.keyboard('{Alt>}o{/Alt}');
  release();
  await expect.poll(() => takesPress(checkOut)).toBe(true);
  expect(taps).toHaveLength(1);

  hold();
  (checkOut.element() as HTMLElement).click(); // safe because: a button is one
  await expect.element(checkIn).toBeVisible();
  expect(takesPress(checkIn)).toBe(false);
  await userEvent.keyboard('{Alt>}c{/Alt}');
  release();
  await expect.poll(() => takesPress(checkIn)).toBe(true);
  expect(taps.map(({ kind }) => kind)).toEqual(['lookUp', 'checkOut']);
});

test('on an iPad, whose key events have no time, a number is typed, and a card is looked up once', async () => {
  const { taps } = await openCounter({ says: { [card]: admitted }, reads: { '/api/desk/members': nobodyFound } });
  vi.spyOn(Event.prototype, 'timeStamp', 'get').mockReturnValue(0);
  const pause = () => new Promise((resolve) => setTimeout(resolve, 300));
  // with the page just opened, 0 would be a moment ago
  await expect.poll(() => performance.now()).toBeGreaterThan(2_000);
  await searchBox.click();
  for (const digit of '0152345') {
    await userEvent.keyboard(digit);
    await pause();
  }
  await expect.element(searchBox).toHaveValue('0152345');
  for (const key of [...card, 'Enter']) {
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  }
  await expect.element(region).toHaveTextContent(/Admitted.*Lena Vogt/);
  expect(taps).toMatchObject([{ kind: 'lookUp', value: card }]);
});

test('a visit is undone by keyboard', async () => {
  const { ended } = await openCounter({
    undoMs: 60_000,
    says: { [card]: { ...attention, reasons: [reasonOf.contractEnded] } },
  });
  await scan(card);
  await expect.element(region).toHaveTextContent(/Attention.*Lena Vogt/);
  await expect.element(region.getByRole('button', { name: /^Undo/ })).toHaveStyle('pointer-events: auto');
  await userEvent.keyboard('{Alt>}r{/Alt}');
  await expect.element(region).toHaveTextContent('Undone');
  expect(ended).toMatchObject([{ kind: 'undo' }]);
});

test('a scan through a keyboard layout that turns digits into symbols is shown as received, with the cause', async () => {
  const symbols = 'à\'"é(§è!çà';
  const reason = { ...reasonOf.unreadable, problem: 'keyboardLayout', keyboardLayout: 'french' } as const;
  const { taps } = await openCounter({
    says: { [symbols]: { ...unknown, scanned: { kind: 'unreadable', text: symbols }, reasons: [reason] } },
  });
  await scan(symbols);
  await expect.element(region).toHaveAttribute('data-verdict', 'unknown');
  await expect.element(region).toHaveTextContent('keyboard');
  expect(taps).toMatchObject([{ source: 'scan', value: symbols }]);
});
