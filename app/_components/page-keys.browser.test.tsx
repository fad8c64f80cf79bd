import { useRef } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ScanListener } from '#components/check-in/scan-listener.tsx';
import { expectAccessible } from '#components/testing/browser/expect-accessible.ts';
import { startFakeDesk } from '#components/testing/browser/fake-desk.ts';
import { openScreen } from '#components/testing/browser/open-screen.tsx';
import { scan } from '#components/testing/browser/scan.ts';
import { askForHelp } from '#lib/browser/page/help-wanted.ts';
import { aloneMs, PageKeys } from './page-keys.tsx';

const help = page.getByRole('dialog', { name: 'Help and shortcuts' });
const box = page.getByRole('searchbox');
const elsewhere = page.getByRole('button', { name: 'Elsewhere' });
const focus = (of: { element(): Element }) => (of.element() as HTMLElement).focus(); // safe because: a field or a button

interface Keys {
  hasBox?: boolean;
  hasCounter?: boolean;
}

/** A page with another focusable element. */
async function openPage({ hasBox = true, hasCounter = true }: Keys = {}) {
  startFakeDesk();
  const onScan = vi.fn();
  function Screen() {
    const searchBox = useRef<HTMLInputElement>(null);
    return (
      <>
        {hasBox && <input type="search" ref={searchBox} aria-label="Scan or search" />}
        <button type="button">Elsewhere</button>
        <ScanListener searchBox={searchBox} onScan={onScan} onCut={() => {}} />
        <PageKeys hasCounter={hasCounter} release={{ number: '1.4.0', build: 'abc1234' }} />
      </>
    );
  }
  const { router } = await openScreen(<Screen />);
  return { router, onScan };
}

/** Timers of the pause after a key run only when the test says so: a slow machine delivers the keys of a scan far apart. */
function holdPauses(): () => void {
  const held = new Map<number, () => void>();
  const { setTimeout: start, clearTimeout: end } = window;
  vi.stubGlobal('setTimeout', (run: () => void, ms?: number, ...args: []) => {
    if (ms !== aloneMs) return start(run, ms, ...args);
    const timer = start(() => {});
    held.set(timer, run);
    return timer;
  });
  vi.stubGlobal('clearTimeout', (timer: number) => {
    held.delete(timer);
    end(timer);
  });
  return () => {
    for (const run of held.values()) run();
  };
}

/** The page waits a moment before it acts on a key: a key that soon follows another one may belong to a scan. */
const awaitMoment = async () => {
  const from = performance.now();
  await expect.poll(() => performance.now() - from).toBeGreaterThan(300);
};

test.each(['with times', 'without, as on an iPad'])(
  'keyboard shortcuts open the help and focus the search box: events %s',
  async (times) => {
    if (times !== 'with times') vi.spyOn(Event.prototype, 'timeStamp', 'get').mockReturnValue(0);
    onTestFinished(() => void vi.restoreAllMocks());
    const { router } = await openPage();
    focus(box);
    await userEvent.keyboard('?');
    await expect.element(help).toBeVisible();
    await expect.element(help).toHaveTextContent('Alt R');
    await expect.element(help).toHaveTextContent(/Front Desk 1\.4\.0 ?Build abc1234/);
    // a dialog is open: the shortcut does nothing
    await userEvent.keyboard('{Control>}k{/Control}');
    await expectAccessible();
    await expect.element(help).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(help).not.toBeInTheDocument();
    await expect.element(box).toHaveValue('');
    for (const keys of ['/', '{Control>}k{/Control}']) {
      await awaitMoment();
      focus(elsewhere);
      await userEvent.keyboard(keys);
      await expect.element(box).toHaveFocus();
      await expect.element(box).toHaveValue('');
    }
    expect(router.push).not.toHaveBeenCalled();
    askForHelp();
    await expect.element(help).toBeVisible();
  },
);

test('a question mark that is typed into a text or sent by a reader does not open the help', async () => {
  const endPauses = holdPauses();
  const { onScan } = await openPage();
  const isAsked = vi.fn();
  const observer = new MutationObserver(() => document.querySelector('[role="dialog"]') && isAsked());
  observer.observe(document.body, { childList: true, subtree: true });
  onTestFinished(() => observer.disconnect());
  await box.fill('who');
  await userEvent.keyboard('?');
  await expect.element(box).toHaveValue('who?');
  endPauses();
  await box.fill('');
  await scan('?012/456789');
  await expect.poll(() => onScan.mock.calls).toEqual([['?012/456789', expect.any(Number)]]);
  await expect.element(box).toHaveValue('');
  endPauses();
  await scan('?0A/1');
  endPauses();
  // time enough to open
  await awaitMoment();
  expect(isAsked).not.toHaveBeenCalled();
});

test('on a page without a search box, its shortcut opens the check-in', async () => {
  const { router } = await openPage({ hasBox: false });
  askForHelp();
  await expect.element(help).toBeVisible();
  await userEvent.keyboard('{Control>}k{/Control}');
  await userEvent.keyboard('{Escape}');
  await expect.element(help).not.toBeInTheDocument();
  expect(router.push).not.toHaveBeenCalled();
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.poll(() => router.push.mock.calls).toEqual([['/g/munich-west']]);
});

test('shortcuts of the check-in are neither active nor listed for roles without it', async () => {
  const { router } = await openPage({ hasBox: false, hasCounter: false });
  await userEvent.keyboard('{Control>}k{/Control}');
  // soon after another key, it could belong to a scan
  await awaitMoment();
  await userEvent.keyboard('?');
  await expect.element(help).toBeVisible();
  await expect.element(help).not.toHaveTextContent('Alt R');
  expect(router.push).not.toHaveBeenCalled();
});
