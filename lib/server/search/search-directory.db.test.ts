import { expect, test } from 'vitest';
import { mirrorDirectory } from '#lib/server/directory/mirror.ts';
import { findMember } from '#lib/server/lookup/find-member.ts';
import { inventMember } from '#lib/testing/members.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import { cardNumber } from '#lib/wire/reader/card-number.ts';
import { defaultReaderProfile, type ReaderProfile } from '#lib/wire/reader/reader-profile.ts';
import { directoryQuery } from './list.ts';
import { searchDirectory } from './search-directory.ts';
import { searchMembers } from './search-members.ts';

const testDesk = setUpTestDesk();
let here: TestLocation;

/** A member with the card 0x04A23B7F (77740927); the mirror has the member but not the card. */
async function openGym(profile: Partial<ReaderProfile> = {}) {
  here = await testDesk.openLocation({ readerProfiles: [{ ...defaultReaderProfile, ...profile }] });
  const lena = inventMember({ rfids: [cardNumber('04A23B7F')], passes: ['feedfacefeedface'] });
  here.platform.members.push(lena, inventMember(), inventMember());
  await mirrorDirectory({ desk: testDesk.desk, actor: here.actor });
  here.platform.requests.length = 0;
  return lena.account.accountId;
}

const find = async (filters: Record<string, string>) => {
  const { entries } = await searchDirectory({ desk: testDesk.desk, actor: here.actor }, directoryQuery.parse(filters));
  return entries.map(({ accountId }) => accountId);
};
const asked = () => here.platform.requests.length;

test.each<[string, Partial<ReaderProfile>]>([
  ['0x04A23B7F', {}],
  ['04:a2:3b:7f', {}],
  ['0077740927', { format: 'decimal' }],
  ['77740927', { format: 'decimal' }],
  // in decimal, where the reader sends hex: either way round
  ['0077740927', {}],
  ['2134614532', {}],
  ['7F3BA204', { byteOrder: 'reversed' }],
  ['feedfacefeedface', {}],
])(
  'finds the holder of a card that was never scanned here by its number, and asks the platform once: %s (%o)',
  async (text, profile) => {
    const lena = await openGym(profile);
    expect(await find({ q: text })).toEqual([lena]);
    const questions = asked();
    expect(questions).toBeGreaterThan(0);
    expect(await find({ q: text })).toEqual([lena]);
    expect(asked()).toBe(questions);
  },
);

test('a card that was scanned here is found without asking the platform, also by its decimal number in the search box', async () => {
  const lena = await openGym({ format: 'decimal' });
  await findMember(
    { desk: testDesk.desk, actor: here.actor },
    { lookupKey: { kind: 'rfid', value: '0x04A23B7F' }, urgency: 'interactive' },
  );
  const questions = asked();
  expect(await find({ q: '77740927' })).toEqual([lena]);
  const { matches, isExact } = await searchMembers({ desk: testDesk.desk, actor: here.actor }, { q: '0077740927' });
  expect([matches.map(({ accountId }) => accountId), isExact]).toEqual([[lena], true]);
  expect(asked()).toBe(questions);
});

test('an unassigned card, an unreachable platform or a filter that excludes the holder finds no member', async () => {
  await openGym();
  expect(await find({ q: '0x04A23B70' })).toEqual([]);
  expect(await find({ q: '0x04A23B7F' })).toHaveLength(1);
  const questions = asked();
  expect(await find({ q: '0x04A23B7F', type: 'BASIC' })).toEqual([]);
  expect(asked()).toBe(questions);
  await here.platform.stop();
  expect(await find({ q: '0x04A23B71' })).toEqual([]);
});

test.each(['lena', 'M-0001', 'member0001@example.com', '4006381333931'])(
  '%s asks the platform nothing',
  async (text) => {
    await openGym();
    await find({ q: text });
    expect(asked()).toBe(0);
  },
);
