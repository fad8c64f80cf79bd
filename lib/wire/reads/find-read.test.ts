import { describe, expect, test } from 'vitest';
import type { StaffPermission } from '#lib/wire/permissions.ts';
import { addressOf } from './address-of.ts';
import { findRead, findReadPath } from './find-read.ts';
import type { Read } from './read.ts';
import { type ReadName, reads } from './registry.ts';

const locationId = '5f0c1c0e-3d0a-4c4e-9d1a-0b7d3f4a2c11';
const urlOf = (read: Read<object, never>, input: object) => new URL(addressOf(read, locationId, input), 'http://desk');
const all = Object.entries(reads) as [ReadName, Read<object, never>][]; // safe because: these tests do not read the input
const namedIn = ({ path }: { path: string }) => [...path.matchAll(/\[(\w+)\]/g)].map(([, name = '']) => name);

describe.each(all)('%s', (name, read) => {
  test.each(['a-1', 'ä/ö', '100 %', '..a', '日本'])('is found by its path, with %j unchanged', (text) => {
    const input = Object.fromEntries([...namedIn(read), 'other'].map((one) => [one, text]));
    const url = urlOf(read, input);
    expect(findRead(url)).toEqual({ name, input: { locationId, ...input } });
  });

  test('is logged by its pattern, without its parameters', () => {
    const input = Object.fromEntries(namedIn(read).map((one) => [one, 'lena-canary']));
    expect(findReadPath(urlOf(read, input).pathname)).toBe(`/api/desk${read.path}`);
  });
});

/** Deliberately repeated here: permissions in the registry, on which all else depends, must not change by accident. */
const mayRead: Record<ReadName, StaffPermission> = {
  atAGlance: 'recordVisits',
  auditEntries: 'manageLocation',
  cardHolder: 'manageLocation',
  cards: 'readMembers',
  confirmedTaps: 'recordVisits',
  connection: 'manageLocation',
  corporateEndings: 'readMembers',
  dayCurve: 'readReports',
  demo: 'recordVisits',
  directory: 'readMembers',
  exportOrders: 'manageLocation',
  floor: 'readFloor',
  forgottenMembers: 'recordVisits',
  gettingStarted: 'manageLocation',
  gymNow: 'readReports',
  gyms: 'manageLocation',
  legacy: 'manageLocation',
  managersHere: 'recordVisits',
  memberSearch: 'recordVisits',
  memberTasks: 'readMembers',
  memberVisits: 'readMembers',
  migrations: 'manageLocation',
  notes: 'readMembers',
  optOuts: 'manageLocation',
  optOutNotice: 'manageLocation',
  outbox: 'manageLocation',
  passes: 'readMembers',
  photoPlace: 'readMembers',
  presence: 'readFloor',
  present: 'recordVisits',
  products: 'readMembers',
  profile: 'readMembers',
  readers: 'readFloor',
  roles: 'manageRoles',
  settingsTag: 'readFloor',
  staff: 'manageLocation',
  status: 'readFloor',
  tapsOfToday: 'recordVisits',
  together: 'readFloor',
  trainingPulls: 'manageLocation',
  typing: 'readFloor',
  visitsOfDay: 'readMembers',
};

test('each read has its listed permission, and only reads on a user’s behalf extend the session', () => {
  expect(Object.fromEntries(all.map(([name, { permission }]) => [name, permission]))).toEqual(mayRead);
  const forPeople = all.filter(([, { isActivity }]) => isActivity).map(([name]) => name);
  expect(forPeople.toSorted()).toEqual(['atAGlance', 'memberSearch', 'present', 'typing']);
});

test('reads that are asked for together are those of this list, and none of them extends the session', () => {
  const gathered = all.filter(([, { isGathered }]) => isGathered);
  const names = gathered.map(([name]) => name).toSorted();
  expect(names).toEqual([
    'confirmedTaps',
    'forgottenMembers',
    'presence',
    'readers',
    'settingsTag',
    'status',
    'tapsOfToday',
  ]);
  expect(gathered.filter(([, { isActivity }]) => isActivity)).toEqual([]);
});

test('no two reads share a path', () => {
  const shapes = all.map(([, { path }]) => path.replace(/\[\w+\]/g, '[]'));
  expect(new Set(shapes).size).toBe(shapes.length);
});

test('undefined parameters are left out, and several values are a list', () => {
  const { confirmedTaps, visitsOfDay } = reads;
  expect(addressOf(visitsOfDay, 'l', { day: '2026-11-25', name: '', until: undefined })).toBe(
    '/api/desk/visits?locationId=l&day=2026-11-25',
  );
  const several = addressOf(confirmedTaps, 'l', { tapId: ['a', 'b'] });
  expect(several).toBe('/api/desk/taps?locationId=l&tapId=a&tapId=b');
  expect(findRead(new URL(several, 'http://desk'))?.input).toEqual({ locationId: 'l', tapId: ['a', 'b'] });
});

test.each([
  '/api/desk',
  '/api/desk/',
  '/api/desk/nothing',
  '/api/desk/members/a/nothing',
  '/api/desk/members/a/',
  '/members/a',
  '/api/live',
])('%s is no read', (path) => {
  expect(findRead(new URL(path, 'http://desk'))).toBeNull();
  expect(findReadPath(path)).toBeNull();
});
