import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { membershipTypes } from '#contracts/v2/account-fields.ts';
import { memberAccountRequest } from '#contracts/v2/accounts.ts';
import { assignNfcTokenRequest } from '#contracts/v2/nfc.ts';
import { rfidRequest } from '#contracts/v2/rfids.ts';
import { unknownCard } from './demo-card-holders.ts';
import { demoGymKeys } from './demo-gyms.ts';
import type { DemoMember } from './demo-member.ts';
import { inventMembers } from './demo-members.ts';

const today = '2026-11-21';
const members = inventMembers(1, Temporal.PlainDate.from(today));
const cards = members.flatMap((member) => member.cards);
const passes = members.flatMap(({ pass }) => pass ?? []);

const isUnique = (values: readonly string[]) => new Set(values).size === values.length;
const without = <T>(values: readonly T[], isFine: (value: T) => boolean) => values.filter((value) => !isFine(value));

it('are 2,000, numbered from M-10001', () => {
  expect(members.map(({ membershipId }) => membershipId)).toEqual(
    Array.from({ length: 2000 }, (_, index) => `M-${10_001 + index}`),
  );
});

it('are each valid for the platform as if sent by a gym software', () => {
  const requestOf = (member: DemoMember) => ({
    ...member,
    membership: { ...member, verificationTAN: member.entitlement?.verificationTan },
  });
  expect(members.flatMap((member) => memberAccountRequest.safeParse(requestOf(member)).error?.issues ?? [])).toEqual(
    [],
  );
});

it('have unique accounts, e-mail addresses, cards, passes and TANs', () => {
  expect(isUnique(members.map(({ accountId }) => accountId))).toBe(true);
  expect(isUnique(members.map(({ email }) => email.toLowerCase()))).toBe(true);
  expect(isUnique(cards.map(({ rfid }) => rfid))).toBe(true);
  expect(isUnique(passes.map(({ token }) => token))).toBe(true);
  expect(isUnique(members.flatMap(({ entitlement }) => entitlement?.verificationTan ?? []))).toBe(true);
});

describe('names', () => {
  const names = members.flatMap(({ firstName, lastName }) => [firstName, lastName]);

  it('are well formed', () => {
    expect(without(names, (name) => /^\p{Lu}('\p{Lu})?\p{Ll}*(-\p{Lu}('\p{Lu})?\p{Ll}*)*$/u.test(name))).toEqual([]);
    expect(without(names, (name) => name === name.normalize('NFC'))).toEqual([]);
  });

  it.each([
    ['umlauts', /[äöüß]/],
    ['Turkish families', /Yılmaz|Öztürk|Şahin|Demir/],
    ['Polish families', /Nowak|Kowalczyk|Wójcik|Kamiński/],
    ['Arabic families', /Haddad|Mansour|Khalil|El-Sayed/],
    ['Italian families', /Rossi|Russo|Esposito|D'Amico/],
    ['Vietnamese families', /Nguyễn|Trần|Phạm|Hoàng/],
    ['double names', /\p{L}-\p{L}/u],
  ])('have %s', (_, kind) => {
    expect(names.filter((name) => kind.test(name)).length).toBeGreaterThan(5);
  });
});

it('can be neither written to nor called', () => {
  const isReserved = (email: string) => /^[a-z0-9-]+\.[a-z0-9-]+@(example\.(com|org|net)|[a-z]+\.example)$/.test(email);
  const isNobodys = (phone: string) => /^\+49 (171 39200 \d{2}|176 040690 \d{2}|89 99998 \d{3})$/.test(phone);
  expect(without(members, ({ email }) => isReserved(email))).toEqual([]);
  expect(without(members, ({ contact }) => contact === null || isNobodys(contact.phone))).toEqual([]);
});

it('are at least sixteen when their contract starts', () => {
  const sixteenth = (born: string) => `${Number(born.slice(0, 4)) + 16}${born.slice(4)}`;
  expect(without(members, ({ dateOfBirth, startOfContract }) => startOfContract >= sixteenth(dateOfBirth))).toEqual([]);
});

const twoWeeksAhead = '2026-12-05';
const phases: readonly (readonly [name: string, isIn: (member: DemoMember) => boolean])[] = [
  ['a contract without end', ({ endOfContract }) => endOfContract === null],
  ['a contract that ends soon', ({ endOfContract: end }) => end !== null && end >= today && end <= twoWeeksAhead],
  ['a contract that is over', ({ endOfContract }) => endOfContract !== null && endOfContract < today],
  ['a contract that starts later', ({ startOfContract }) => startOfContract > today],
  ['an entitlement that ends', ({ entitlement }) => entitlement?.endsOn != null && entitlement.endsOn > today],
  ['an entitlement without end', ({ entitlement }) => entitlement?.endsOn === null],
  ['an entitlement that is over', ({ entitlement }) => entitlement?.endsOn != null && entitlement.endsOn < today],
  ['an entitlement that starts later', ({ entitlement }) => (entitlement?.startsOn ?? '') > today],
  ['an entitlement by Plus1', ({ entitlement }) => entitlement?.plus1 === true],
  ['no card', (member) => member.cards.length === 0],
  ['two cards', (member) => member.cards.length === 2],
  ['a barcode', ({ barcode }) => barcode !== null],
  ['a Google pass', ({ pass }) => pass?.collectorId != null],
  ['an Apple pass', ({ pass }) => pass?.passTypeId != null],
  ['not agreed to share training data', ({ sharesData }) => !sharesData],
];

it.each(phases)('some have %s', (_, isIn) => {
  expect(members.filter(isIn).length).toBeGreaterThanOrEqual(5);
});

it.each(membershipTypes)('some are %s', (type) => {
  expect(members.filter(({ membershipType }) => membershipType === type).length).toBeGreaterThan(50);
});

it('have an entitlement exactly if they are corporate members', () => {
  expect(
    without(members, ({ membershipType, entitlement }) => (membershipType === 'CORPORATE_FITNESS') === !!entitlement),
  ).toEqual([]);
});

it.each(demoGymKeys)('include trainers and one owner at gym %s', (gym) => {
  const ofGym = members.filter((member) => member.gym === gym);
  expect(ofGym.filter(({ trainer }) => trainer).length).toBeGreaterThanOrEqual(2);
  expect(ofGym.filter(({ gymOwner }) => gymOwner)).toHaveLength(1);
});

describe('cards and passes', () => {
  it('have the platform’s number format, with four or seven bytes', () => {
    expect(without(cards, ({ rfid }) => /^0x([0-9A-F]{8}|04[0-9A-F]{12})$/.test(rfid))).toEqual([]);
    expect(without(cards, (card) => rfidRequest.safeParse(card).success)).toEqual([]);
  });

  it.each([1, 2, 3])('leave the unknown card unassigned with seed %i', (seed) => {
    const held = inventMembers(seed, Temporal.PlainDate.from(today)).flatMap((member) => member.cards);
    expect(held.filter(({ rfid }) => rfid === unknownCard.value)).toEqual([]);
  });

  it('passes have one issuer', () => {
    expect(without(passes, (pass) => assignNfcTokenRequest.safeParse(pass).success)).toEqual([]);
  });

  it('barcodes have the check digit of an EAN-13', () => {
    const checksum = (barcode: string) =>
      [...barcode].reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0) % 10;
    const barcodes = members.flatMap(({ barcode }) => barcode ?? []);
    expect(without(barcodes, (barcode) => barcode.length === 13 && checksum(barcode) === 0)).toEqual([]);
  });
});
