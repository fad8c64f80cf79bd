import { beforeEach, expect, test } from 'vitest';
import { createBackGuard } from './back-guard.ts';

interface Entry {
  state: unknown;
  href: string;
}

const list = { state: { tree: 'list' }, href: '/members' };
const profile = { state: { tree: 'profile' }, href: '/members/1' };

let entries: Entry[];
let index: number;
let isHeld: boolean;
/** The open question; calling it confirms leaving. */
let asked: (() => void)[];
/** The URLs of the `popstate` events that reached the router. */
let shown: string[];

const current = () => entries[index] ?? list;
const push = (entry: Entry) => {
  entries = [...entries.slice(0, index + 1), entry];
  index += 1;
};
/** Back and Forward as in a browser; at either end they do nothing. */
const go = (delta: number) => {
  if (!entries[index + delta]) return;
  index += delta;
  if (!guard.hear(current().state)) shown.push(current().href);
};
const guard = createBackGuard({
  history: {
    get state() {
      return current().state;
    },
    pushState: (state: object, _, href = current().href) =>
      // the router stores its own state beside the pushed one
      push({ state: { ...(current().state as object), ...state }, href: String(href) }),
    go: (delta = 0) => go(delta),
    back: () => go(-1),
  },
  href: () => current().href,
  isHeld: () => isHeld,
  ask: (leave) => asked.push(leave),
});
const openPage = (entry: Entry) => {
  push(entry);
  guard.look();
};

beforeEach(() => {
  entries = [list];
  index = 0;
  guard.look();
  openPage(profile);
  [isHeld, asked, shown] = [false, [], []];
});

test('Back leaves a page without unsaved input', () => {
  go(-1);
  expect([shown, asked.length]).toEqual([['/members'], 0]);
});

test('Back asks first, each time it is pressed, and the page stays meanwhile', () => {
  isHeld = true;
  guard.raise();
  go(-1);
  go(-1);
  expect([current().href, shown, asked.length]).toEqual(['/members/1', [], 2]);
});

test('after the confirmation Back leads to its destination', () => {
  isHeld = true;
  guard.raise();
  go(-1);
  asked[0]?.();
  expect([current().href, shown]).toEqual(['/members', ['/members']]);
});

test('Back over several entries asks too, and leads to its destination', () => {
  openPage({ state: { tree: 'other' }, href: '/members/2' });
  isHeld = true;
  guard.raise();
  go(-3);
  expect([current().href, shown, asked.length]).toEqual(['/members/2', [], 1]);
  asked[0]?.();
  expect([current().href, shown]).toEqual(['/members', ['/members']]);
});

test('Back over several entries also asks if it leads to a page that was unsaved once', () => {
  isHeld = true;
  guard.raise();
  openPage({ state: { tree: 'other' }, href: '/members/2' });
  guard.raise();
  go(-2);
  expect([current().href, shown, asked.length]).toEqual(['/members/2', [], 1]);
  asked[0]?.();
  expect([current().href, shown]).toEqual(['/members/1', ['/members/1']]);
});

test('and leads there at once if nothing is unsaved', () => {
  isHeld = true;
  guard.raise();
  openPage({ state: { tree: 'other' }, href: '/members/2' });
  guard.raise();
  isHeld = false;
  go(-2);
  expect([current().href, shown, asked.length]).toEqual(['/members/1', ['/members/1'], 0]);
});

test('after saving, Back takes one press again', () => {
  isHeld = true;
  guard.raise();
  isHeld = false;
  go(-1);
  expect([current().href, shown, asked.length]).toEqual(['/members', ['/members'], 0]);
});

test('after further navigation Back and Forward work as usual', () => {
  isHeld = true;
  guard.raise();
  isHeld = false;
  openPage({ state: { tree: 'visits' }, href: '/visits' });
  go(-1);
  expect(shown).toEqual(['/members/1']);
  go(-1);
  expect(shown).toEqual(['/members/1', '/members']);
  go(1);
  go(1);
  go(1);
  expect([current().href, asked.length]).toEqual(['/visits', 0]);
});

test('a page that becomes unsaved twice has one extra history entry, not two', () => {
  isHeld = true;
  guard.raise();
  guard.raise();
  isHeld = false;
  guard.raise();
  expect(entries).toHaveLength(3);
});
