import { expect, test } from 'vitest';
import { nextPass } from './sync-pass.ts';

const now = new Date('2026-11-21T08:00:00Z');
const ago = (ms: number) => new Date(now.getTime() - ms);
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const settled = {
  passSince: null,
  passStartedAt: null,
  passStartedThere: null,
  passOffset: 0,
  passTotal: null,
  passUnreadable: 0,
  knownUntil: ago(minuteMs),
  allReadAt: ago(hourMs),
  isAllReadWhole: true,
  absentCount: null,
};

test('the first pass reads all members', () => {
  const never = { ...settled, knownUntil: null, allReadAt: null };
  expect(nextPass(never, now)).toEqual({
    since: null,
    startedAt: now,
    startedThere: null,
    offset: 0,
    total: null,
    unreadable: 0,
  });
});

test('later passes read changes, with an overlap of five minutes', () => {
  expect(nextPass(settled, now)).toEqual({
    since: ago(6 * minuteMs),
    startedAt: now,
    startedThere: null,
    offset: 0,
    total: null,
    unreadable: 0,
  });
});

test('a full pass is due once a day', () => {
  expect(nextPass({ ...settled, allReadAt: ago(24 * hourMs - 1) }, now).since).not.toBeNull();
  expect(nextPass({ ...settled, allReadAt: ago(24 * hourMs) }, now).since).toBeNull();
});

test('a full pass is due within the hour where the last one was incomplete', () => {
  const inPart = { ...settled, isAllReadWhole: false };
  expect(nextPass({ ...inPart, allReadAt: ago(hourMs - 1) }, now).since).not.toBeNull();
  expect(nextPass({ ...inPart, allReadAt: ago(hourMs) }, now).since).toBeNull();
});

test('a full pass is due within the hour while a review of absent members is open', () => {
  const manyAbsent = { ...settled, absentCount: 40 };
  expect(nextPass({ ...manyAbsent, allReadAt: ago(hourMs - 1) }, now).since).not.toBeNull();
  expect(nextPass({ ...manyAbsent, allReadAt: ago(hourMs) }, now).since).toBeNull();
});

test('a pass in progress is resumed, unless it was interrupted for too long', () => {
  const underWay = {
    ...settled,
    passSince: ago(9 * minuteMs),
    passStartedAt: ago(4 * minuteMs),
    passStartedThere: ago(3 * minuteMs),
    passOffset: 180,
    passTotal: 250,
    passUnreadable: 2,
  };
  expect(nextPass(underWay, now)).toEqual({
    since: ago(9 * minuteMs),
    startedAt: ago(4 * minuteMs),
    startedThere: ago(3 * minuteMs),
    offset: 180,
    total: 250,
    unreadable: 2,
  });
  expect(nextPass({ ...underWay, passStartedAt: ago(hourMs) }, now)).toMatchObject({
    startedAt: now,
    offset: 0,
    total: null,
  });
});

test('a full pass waits while the limit of the key is reached, and changes are read meanwhile', () => {
  const due = { ...settled, allReadAt: ago(25 * hourMs) };
  expect(nextPass(due, now, true).since).toEqual(ago(6 * minuteMs));
  const underWay = { ...due, passStartedAt: ago(4 * minuteMs), passOffset: 180 };
  expect(nextPass(underWay, now, true)).toMatchObject({ since: ago(6 * minuteMs), offset: 0 });
  expect(nextPass(underWay, now, false)).toMatchObject({ since: null, offset: 180 });
});

test('a full pass does not wait until the directory is too old for verdicts, nor where it is not whole', () => {
  expect(nextPass({ ...settled, allReadAt: ago(40 * hourMs) }, now, true).since).toBeNull();
  expect(nextPass({ ...settled, allReadAt: ago(25 * hourMs), isAllReadWhole: false }, now, true).since).toBeNull();
  expect(nextPass({ ...settled, knownUntil: null, allReadAt: null }, now, true).since).toBeNull();
  const ordered = { ...settled, knownUntil: null, passSince: null, passStartedAt: ago(minuteMs), passOffset: 180 };
  expect(nextPass(ordered, now, true)).toMatchObject({ since: null, offset: 180 });
});
