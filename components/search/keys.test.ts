import { describe, expect, it } from 'vitest';
import { type SearchState, stepSearch } from './keys.ts';

const found: SearchState = {
  count: 3,
  hasMatches: true,
  isOpen: true,
  active: null,
  isName: true,
  isSettled: true,
  isExact: false,
};
const press = (key: string, state: Partial<SearchState> = {}) => stepSearch(key, { ...found, ...state });

describe('the arrow keys', () => {
  it.each([
    ['ArrowDown', null, 0],
    ['ArrowDown', 0, 1],
    ['ArrowDown', 2, null],
    ['ArrowUp', null, 2],
    ['ArrowUp', 2, 1],
    ['ArrowUp', 0, null],
  ])('%s moves from row %s to row %s', (key, active, index) => {
    expect(press(key, { active })).toEqual({ kind: 'activate', index });
  });

  it('reopen the matches that Escape has closed', () => {
    expect(press('ArrowDown', { isOpen: false, active: 1 })).toEqual({ kind: 'activate', index: 0 });
  });

  it('keep their default behaviour where there are no rows', () => {
    expect(press('ArrowDown', { count: 0, isOpen: false })).toBeNull();
    expect(press('a')).toBeNull();
  });
});

describe('Enter', () => {
  it('chooses the active row', () => {
    expect(press('Enter', { active: 1 })).toEqual({ kind: 'choose', index: 1 });
    expect(press('Enter', { active: 1, isName: false })).toEqual({ kind: 'choose', index: 1 });
  });

  it('chooses no row that is not active, not even the only one', () => {
    expect(press('Enter', { count: 1 })).toEqual({ kind: 'activate', index: 0 });
  });

  it('chooses the only member who matches the text exactly, once all matches are loaded', () => {
    expect(press('Enter', { isExact: true })).toEqual({ kind: 'choose', index: 0 });
    expect(press('Enter', { isExact: true, isName: false })).toEqual({ kind: 'choose', index: 0 });
    expect(press('Enter', { isExact: true, active: 2 })).toEqual({ kind: 'choose', index: 2 });
    expect(press('Enter', { isExact: true, isSettled: false })).toEqual({ kind: 'wait' });
    expect(press('Enter', { isExact: true, isOpen: false })).toEqual({ kind: 'submit' });
  });

  it('waits for the matches of a name typed quickly', () => {
    expect(press('Enter', { isSettled: false })).toEqual({ kind: 'wait' });
    expect(press('Enter', { isSettled: false, count: 0, isOpen: false })).toEqual({ kind: 'wait' });
  });

  it('looks up an e-mail address or an id at once, whatever the matches are', () => {
    expect(press('Enter', { isName: false, isSettled: false })).toEqual({ kind: 'submit' });
    expect(press('Enter', { isName: false })).toEqual({ kind: 'submit' });
  });

  it('submits a name without matches, whatever offer is shown below', () => {
    expect(press('Enter', { count: 0, hasMatches: false, isOpen: false })).toEqual({ kind: 'submit' });
    expect(press('Enter', { count: 1, hasMatches: false })).toEqual({ kind: 'submit' });
  });
});

it('Escape first closes the matches, and then clears the box', () => {
  expect(press('Escape')).toEqual({ kind: 'close' });
  expect(press('Escape', { isOpen: false })).toEqual({ kind: 'clear' });
});
