import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createStorageWatch, endsAfterMs } from './storage-watch.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function watch() {
  const lines: unknown[][] = [];
  const told: unknown[] = [];
  const write = (...line: unknown[]) => void lines.push(line);
  const storage = createStorageWatch({ info: write, warn: write, error: write }, () => told.push(storage.trouble()));
  return { storage, told, sentences: () => lines.map(([, sentence]) => sentence), lines };
}

test.each([
  ['53100', 'full'],
  ['58030', 'failing'],
  ['25006', 'readOnly'],
])('SQLSTATE %s is reported as "%s"', (sqlState, trouble) => {
  const { storage, told, lines } = watch();
  storage.report(sqlState);
  expect(storage.trouble()).toBe(trouble);
  expect(told).toEqual([trouble]);
  expect(lines).toEqual([[{ storage: trouble, sqlState }, 'the database cannot store what it is given']]);
});

test.each(['23505', '57014', undefined])('SQLSTATE %s is not a problem of storage', (sqlState) => {
  const { storage, told, lines } = watch();
  storage.report(sqlState);
  expect([storage.trouble(), told, lines]).toEqual([null, [], []]);
});

test('a change is published before it is logged, so that a failing log cannot prevent it', () => {
  const order: string[] = [];
  const write = () => void order.push('logged');
  const storage = createStorageWatch({ info: write, warn: write, error: write }, () => order.push('told'));
  storage.report('53100');
  vi.advanceTimersByTime(endsAfterMs);
  expect(order).toEqual(['told', 'logged', 'told', 'logged']);
});

test('a lasting problem is published and logged once when it begins, and once after a minute without another report', () => {
  const { storage, told, sentences } = watch();
  for (let times = 0; times < 5; times += 1) {
    storage.report('53100');
    vi.advanceTimersByTime(endsAfterMs - 1);
  }
  expect(storage.trouble()).toBe('full');
  expect(told).toEqual(['full']);
  vi.advanceTimersByTime(1);
  expect(storage.trouble()).toBeNull();
  expect(told).toEqual(['full', null]);
  expect(sentences()).toEqual([
    'the database cannot store what it is given',
    'the database stores again what it is given',
  ]);
});

test('another problem replaces the first, and lasts a full minute from its last report', () => {
  const { storage, told } = watch();
  storage.report('53100');
  vi.advanceTimersByTime(endsAfterMs - 1);
  storage.report('25006');
  vi.advanceTimersByTime(endsAfterMs - 1);
  expect(told).toEqual(['full', 'readOnly']);
});
