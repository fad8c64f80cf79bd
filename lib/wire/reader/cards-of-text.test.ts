import { expect, test } from 'vitest';
import { cardsOfText } from './cards-of-text.ts';
import { defaultReaderProfile as hex } from './reader-profile.ts';

const rfid = (value: string) => ({ kind: 'rfid', value });

test.each([
  ['0x04A23B7F', hex, [rfid('0x04A23B7F')]],
  ['04:a2:3b:7f', hex, [rfid('0x04A23B7F')]],
  // typed in the byte order of the card, sent by the reader in reverse
  ['04a23b7f', { ...hex, byteOrder: 'reversed' }, [rfid('0x04A23B7F'), rfid('0x7F3BA204')]],
  ['0077740927', { ...hex, format: 'decimal' }, [rfid('0x04A23B7F')]],
  ['77740927', { ...hex, format: 'decimal' }, [rfid('0x04A23B7F')]],
  ['0077740927', hex, [rfid('0x04A23B7F'), rfid('0x7F3BA204')]],
  ['162,15231', { ...hex, format: 'wiegand26' }, [rfid('0xA23B7F')]],
  ['feedfacefeedface', hex, [{ kind: 'nfc', value: 'feedfacefeedface' }]],
  ['Lena Vogt', hex, []],
  ['lena.vogt@example.com', hex, []],
  ['M-10442', hex, []],
  ['', hex, []],
] as const)('%s is the number of these cards (%o)', (text, profile, cards) => {
  expect(cardsOfText(text, [profile])).toEqual(cards);
});
