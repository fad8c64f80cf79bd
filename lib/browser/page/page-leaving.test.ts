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

test('a reload by itself is held by what is unsaved, in a form or in a dialog', () => {
  expect(mayUnload()).toBe(true);
  const save = holdPage();
  expect(mayUnload()).toBe(false);
  save();
  expect(mayUnload()).toBe(true);
  isDialogInUse = true;
  expect(mayUnload()).toBe(false);
});

test('and by whatever else would have the browser ask', () => {
  window.addEventListener('beforeunload', (event) => event.preventDefault());
  expect(mayUnload()).toBe(false);
});

test('who says to give a page up is asked no more, until something is entered again', () => {
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

test('where leaving is only begun, the page is held until it is given up', () => {
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
