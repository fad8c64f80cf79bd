import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  afterRelease,
  askToLeave,
  givePageUp,
  holdPage,
  leavePage,
  mayUnload,
  onLeaving,
  watchLeaving,
} from './page-leaving.ts';

/** The open question; calling it confirms leaving. */
let asked: (() => void)[];
let end: () => void;
let isDialogInUse: boolean;
let closeDialog: () => void;

beforeEach(() => {
  const page = Object.assign(new EventTarget(), {
    history: { state: null, pushState: () => {} },
    location: { href: '/members/1' },
  });
  vi.stubGlobal('window', page);
  [asked, isDialogInUse] = [[], false];
  end = watchLeaving({
    ask: (leave) => asked.push(leave),
    go: () => {},
    isDialogInUse: () => isDialogInUse,
    onDialogClosed: (listener) => {
      closeDialog = () => {
        isDialogInUse = false;
        listener();
      };
      return () => {
        closeDialog = () => {};
      };
    },
  });
});
afterEach(() => {
  end();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('unsaved input in a form or a dialog holds up an automatic reload', () => {
  expect(mayUnload()).toBe(true);
  const save = holdPage();
  expect(mayUnload()).toBe(false);
  save();
  expect(mayUnload()).toBe(true);
  isDialogInUse = true;
  expect(mayUnload()).toBe(false);
});

test('so does every other beforeunload handler that objects', () => {
  window.addEventListener('beforeunload', (event) => event.preventDefault());
  expect(mayUnload()).toBe(false);
});

test('after a confirmed leave nothing is asked until there is new input', () => {
  const save = holdPage();
  leavePage(() => {});
  asked[0]?.();
  leavePage(() => {});
  expect([asked.length, mayUnload()]).toEqual([1, true]);
  window.dispatchEvent(new Event('input'));
  leavePage(() => {});
  expect([asked.length, mayUnload()]).toEqual([2, false]);
  save();
});

test('a leave that has only begun keeps the page held until it is confirmed', () => {
  const save = holdPage();
  const begin = vi.fn();
  askToLeave(begin);
  expect(begin).not.toHaveBeenCalled();
  asked[0]?.();
  expect([begin.mock.calls.length, mayUnload()]).toEqual([1, false]);
  givePageUp();
  expect(mayUnload()).toBe(true);
  save();
});

test('a question is over once the last input is saved, in a form or a dialog', () => {
  vi.useFakeTimers();
  const [first, second] = [holdPage(), holdPage()];
  isDialogInUse = true;
  const close = vi.fn();
  const stop = afterRelease(close);
  for (const save of [first, second]) save();
  vi.runAllTimers();
  expect(close).not.toHaveBeenCalled();
  closeDialog();
  vi.runAllTimers();
  expect(close).toHaveBeenCalledOnce();
  isDialogInUse = true;
  const third = holdPage();
  closeDialog();
  vi.runAllTimers();
  expect(close).toHaveBeenCalledOnce();
  third();
  vi.runAllTimers();
  expect(close).toHaveBeenCalledTimes(2);
  stop();
});

test('it stays where the input only moves to another form', () => {
  vi.useFakeTimers();
  const close = vi.fn();
  const stop = afterRelease(close);
  holdPage()();
  const save = holdPage();
  vi.runAllTimers();
  expect(close).not.toHaveBeenCalled();
  stop();
  save();
});

test('what waits for a pause of typing is written before a key or a menu opens another page, once that is confirmed', () => {
  const written: string[] = [];
  const stop = onLeaving(() => written.push('filter'));
  const save = holdPage();
  leavePage(() => written.push('page'));
  expect(written).toEqual([]);
  asked[0]?.();
  expect(written).toEqual(['filter', 'page']);
  stop();
  save();
});
