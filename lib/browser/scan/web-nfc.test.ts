import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { identify } from '#lib/wire/reader/identify.ts';
import { defaultReaderProfile, type ReaderProfile } from '#lib/wire/reader/reader-profile.ts';
import { NfcFailure, type NfcReading, readCards, readingOf } from './web-nfc.ts';
import { isNfcSupported } from './web-nfc-support.ts';

afterEach(() => vi.unstubAllGlobals());

const bytesOf = (length: number) =>
  fc.uint8Array({ minLength: length, maxLength: length }).filter(([first]) => first !== 0x08);
const hexOf = (bytes: Iterable<number>) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0'));

test('a tablet and a reader find the same card, whichever way round the reader sends it', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(4, 7, 10).chain(bytesOf),
      fc.constantFrom<ReaderProfile['byteOrder']>('asRead', 'reversed'),
      (bytes, byteOrder) => {
        const profile: ReaderProfile = { ...defaultReaderProfile, byteOrder };
        const sent = hexOf(byteOrder === 'reversed' ? bytes.toReversed() : bytes).join('');
        const byReader = identify(sent, 'scan', [profile]);
        const byTablet = readingOf(hexOf(bytes).join(':'), [profile]);
        expect(byTablet).toEqual({ kind: 'card', rfid: byReader.kind === 'rfid' ? byReader.rfid : byReader.kind });
      },
    ),
  );
});

test('a tablet and a reader of decimal numbers find the same card', () => {
  const profile: ReaderProfile = { format: 'decimal', byteOrder: 'reversed', byteLength: 'auto' };
  const sent = BigInt('0xd2713c9f').toString().padStart(10, '0');
  expect(identify(sent, 'scan', [profile])).toEqual({ kind: 'rfid', rfid: '0x9F3C71D2' });
  expect(readingOf('9f:3c:71:d2', [profile])).toEqual({ kind: 'card', rfid: '0x9F3C71D2' });
});

test.each([
  ['nothing', '', defaultReaderProfile, 'unreadable'],
  ['half a byte', '04:a', defaultReaderProfile, 'unreadable'],
  ['the made-up number of a phone', '08:a2:3b:c2', defaultReaderProfile, 'changingNumber'],
  [
    'a number longer than what the readers send',
    '04:a2:3b:c2:1c:26:80',
    { ...defaultReaderProfile, byteLength: 4 },
    'otherNumber',
  ],
  [
    'any number where readers send Wiegand',
    '04:a2:3b',
    { ...defaultReaderProfile, format: 'wiegand26' },
    'otherNumber',
  ],
] as const)('%s is refused as a card number, with the reason', (_, serial, profile, why) => {
  expect(readingOf(serial, [profile])).toEqual({ kind: 'missed', why });
});

function pretendNfc(scan: () => Promise<void>): { reader: EventTarget | null } {
  const made: { reader: EventTarget | null } = { reader: null };
  class Reader extends EventTarget {
    constructor() {
      super();
      made.reader = this;
    }
    scan = scan;
  }
  vi.stubGlobal('window', { NDEFReader: Reader });
  return made;
}

test('a browser without Web NFC is reported as such', async () => {
  vi.stubGlobal('window', {});
  expect(isNfcSupported()).toBe(false);
  const reading = readCards(
    new AbortController().signal,
    () => [defaultReaderProfile],
    () => {},
  );
  await expect(reading).rejects.toEqual(new NfcFailure('unsupported'));
});

test.each([
  ['NotAllowedError', 'denied'],
  ['NotSupportedError', 'off'],
  ['NotReadableError', 'off'],
  ['InvalidStateError', 'failed'],
] as const)('%s is reported as %s', async (name, problem) => {
  pretendNfc(() => Promise.reject(new DOMException('', name)));
  const reading = readCards(
    new AbortController().signal,
    () => [defaultReaderProfile],
    () => {},
  );
  await expect(reading).rejects.toMatchObject({ problem });
});

test('cards are read until the reading is aborted, also after one that could not be read', async () => {
  const made = pretendNfc(() => Promise.resolve());
  const over = new AbortController();
  const readings: NfcReading[] = [];
  await readCards(
    over.signal,
    () => [defaultReaderProfile],
    (reading) => readings.push(reading),
  );
  const hold = (serialNumber: string) =>
    made.reader?.dispatchEvent(Object.assign(new Event('reading'), { serialNumber }));
  made.reader?.dispatchEvent(new Event('readingerror'));
  hold('04:a2:3b:c2:1c:26:80');
  over.abort();
  hold('04:a2:3b:c2:1c:26:81');
  expect(readings).toEqual([
    { kind: 'missed', why: 'unreadable' },
    { kind: 'card', rfid: '0x04A23BC21C2680' },
  ]);
});

test('each card is read by the profiles of the readers at that moment', async () => {
  const made = pretendNfc(() => Promise.resolve());
  let profiles: ReaderProfile[] = [defaultReaderProfile];
  const readings: NfcReading[] = [];
  await readCards(
    new AbortController().signal,
    () => profiles,
    (reading) => readings.push(reading),
  );
  const hold = () =>
    made.reader?.dispatchEvent(Object.assign(new Event('reading'), { serialNumber: '04:a2:3b:c2:1c:26:80' }));
  hold();
  profiles = [{ ...defaultReaderProfile, byteLength: 4 }];
  hold();
  expect(readings).toEqual([
    { kind: 'card', rfid: '0x04A23BC21C2680' },
    { kind: 'missed', why: 'otherNumber' },
  ]);
});

test('aborting while the browser asks for permission is no failure', async () => {
  const over = new AbortController();
  pretendNfc(() => {
    over.abort();
    return Promise.reject(new DOMException('', 'AbortError'));
  });
  await expect(
    readCards(
      over.signal,
      () => [defaultReaderProfile],
      () => {},
    ),
  ).resolves.toBeUndefined();
});
