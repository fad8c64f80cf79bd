import { beforeEach, describe, expect, test } from 'vitest';
import { lookUp } from '#lib/desk/arrivals/look-up.ts';
import { forgetMembers } from '#lib/desk/directory/directory.ts';
import { inventMember } from '#lib/testing/members.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import { noteInput } from '#lib/wire/members.ts';
import { readNote, writeNote } from './note.ts';
import { readProfile } from './read-profile.ts';

const testDesk = setUpTestDesk();
let here: TestLocation;
let lena: ReturnType<typeof inventMember>;

beforeEach(async () => {
  here = await testDesk.openLocation();
  lena = inventMember();
  here.platform.members.push(lena);
  await readProfile(testDesk.desk, here.location, lena.account.accountId);
});

const write = (text: string, base = '', desk = testDesk.desk) =>
  writeNote(desk, here.actor, { locationId: here.location.id, accountId: lena.account.accountId, base, text });
const read = (location = here.location) => readNote(testDesk.desk.db, location.id, lena.account.accountId);
const scan = () => lookUp(testDesk.desk, here.actor, { ...here.tap(), source: 'scan', value: lena.card });

describe('a note', () => {
  test('is written, changed and taken away', async () => {
    const written = { writtenBy: 'Mira Sommer', writtenAt: new Date(testDesk.clock.now).toISOString() };
    expect(await write('Owes for a towel')).toEqual({ kind: 'saved', note: { text: 'Owes for a towel', ...written } });
    expect(await write('Paid', 'Owes for a towel')).toEqual({ kind: 'saved', note: { text: 'Paid', ...written } });
    expect(await write('', 'Paid')).toEqual({ kind: 'saved', note: null });
    expect(await read()).toBeNull();
  });

  test('is said at the counter when the member comes', async () => {
    await write('Owes for a towel');
    expect(await scan()).toMatchObject({ kind: 'attention', reasons: [{ code: 'note', text: 'Owes for a towel' }] });
  });

  test('is not said once it is taken away', async () => {
    await write('Owes for a towel');
    await write('', 'Owes for a towel');
    expect(await scan()).toMatchObject({ kind: 'admitted' });
  });

  test('of one location is not read at another', async () => {
    await write('Owes for a towel');
    expect(await read((await testDesk.openLocation()).location)).toBeNull();
  });

  test('goes with the member', async () => {
    await write('Owes for a towel');
    await forgetMembers(testDesk.desk.db, here.location.id, [lena.account.accountId]);
    expect(await read()).toBeNull();
    expect(await write('Again')).toEqual({ kind: 'gone' });
  });
});

test('a note that somebody else wrote meanwhile is shown, and not overwritten', async () => {
  await write('First');
  const outcome = await write('Second');
  expect(outcome).toMatchObject({ kind: 'changedMeanwhile', note: { text: 'First' } });
  expect(await read()).toMatchObject({ text: 'First' });
});

test('of two notes at the same moment one is kept, and the other one is told', async () => {
  const outcomes = await Promise.all([write('First'), write('Second', '', testDesk.another())]);
  expect(outcomes.map(({ kind }) => kind).sort()).toEqual(['changedMeanwhile', 'saved']);
});

test('a note is as long as can be read at a glance', () => {
  const note = { locationId: here.location.id, accountId: 'a', base: '' };
  expect(noteInput.safeParse({ ...note, text: 'x'.repeat(280) }).success).toBe(true);
  expect(noteInput.safeParse({ ...note, text: 'x'.repeat(281) }).success).toBe(false);
});
