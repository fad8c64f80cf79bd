import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { askToLeave, givePageUp, holdPage, leavePage, mayUnload, watchLeaving } from './page-leaving.ts';

/** The open question; calling it confirms leaving. */
let asked: (() => void)[];
let end: () => void;
let isDialogInUse: boolean;

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
  });
});
afterEach(() => {
  end();
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
