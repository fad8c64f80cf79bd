import fc from 'fast-check';
import { expect, it } from 'vitest';
import { profilesThatRead } from './calibrate-reader.ts';
import { identify } from './identify.ts';

it.each([
  ['0563537489', '0x51E69621', { format: 'decimal', byteOrder: 'reversed', byteLength: 'auto' }],
  ['80:26:1c:c2:3b:a2:04', '0x04A23BC21C2680', { format: 'hex', byteOrder: 'reversed', byteLength: 'auto' }],
  ['213,02000', '0xD507D0', { format: 'wiegand26', byteOrder: 'asRead', byteLength: 'auto' }],
  ['1904649758', '0x1904649758', { format: 'hex', byteOrder: 'asRead', byteLength: 5 }],
])('%s of card %s tells the profile of the reader', (scanned, rfid, profile) => {
  expect(profilesThatRead(scanned, rfid)).toEqual([profile]);
});

it('a number that reads the same in both orders leaves the order open', () => {
  expect(profilesThatRead('AB1212AB', '0xAB1212AB').map((profile) => profile.byteOrder)).toEqual([
    'asRead',
    'reversed',
  ]);
});

it('another card fits no profile', () => {
  expect(profilesThatRead('04A23BC21C2680', '0x51E69621')).toEqual([]);
});

it('every profile found reads the card', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 4, maxLength: 4 }), fc.boolean(), (card, isDecimal) => {
      const digits = Buffer.from(card).toString('hex');
      const scanned = isDecimal ? BigInt(`0x${digits}`).toString().padStart(10, '0') : digits;
      const rfid = `0x${digits.toUpperCase()}`;
      const profiles = profilesThatRead(scanned, rfid);
      expect(profiles).not.toEqual([]);
      for (const profile of profiles) expect(identify(scanned, 'scan', profile)).toEqual({ kind: 'rfid', rfid });
    }),
  );
});
