import { cardNumber, hexDigits, isCardWidth } from '#lib/wire/reader/card-number.ts';
import type { ReaderProfiles } from '#lib/wire/reader/reader-profile.ts';

/** Types of Web NFC, which TypeScript's DOM library lacks (w3c.github.io/web-nfc). */
interface NdefReader extends EventTarget {
  scan(options: { signal: AbortSignal }): Promise<void>;
}
type NdefWindow = Window & { NDEFReader?: new () => NdefReader };

export type NfcProblem =
  /** This browser has no NFC at all. */
  | 'unsupported'
  /** The user has denied this page the permission. */
  | 'denied'
  /** The device has no NFC, or it is switched off. */
  | 'off'
  | 'failed';

/** Why a card that was held to the device gives no card number. */
export type NfcMiss =
  | 'unreadable'
  /** Phones and some cards send a new number each time. */
  | 'changingNumber'
  /** The readers here send only a part of the number, and the platform knows the card by that part. */
  | 'otherNumber';

export type NfcReading = { kind: 'card'; rfid: string } | { kind: 'missed'; why: NfcMiss };

/** Why the device reads no cards. */
export class NfcFailure extends Error {
  override name = 'NfcFailure';
  readonly problem: NfcProblem;
  constructor(problem: NfcProblem) {
    super(`No card can be read here: ${problem}.`);
    this.problem = problem;
  }
}

/**
 * Reads the cards that are held to the device until `signal` aborts, by the readers' profiles at that moment. The browser pauses
 * reading while the page is hidden.
 * @throws NfcFailure where reading cannot start
 */
export async function readCards(
  signal: AbortSignal,
  profilesNow: () => ReaderProfiles,
  onReading: (reading: NfcReading) => void,
): Promise<void> {
  // safe because: the type says no more than the specification, and the constructor may be missing
  const Reader = (window as NdefWindow).NDEFReader;
  if (!Reader) throw new NfcFailure('unsupported');
  const reader = new Reader();
  const listen = { signal };
  reader.addEventListener('reading', (event) => onReading(readingOf(serialNumberOf(event), profilesNow())), listen);
  reader.addEventListener('readingerror', () => onReading({ kind: 'missed', why: 'unreadable' }), listen);
  try {
    await reader.scan({ signal });
  } catch (error) {
    if (signal.aborted) return;
    throw new NfcFailure(problemOf(error));
  }
}

/**
 * Converts the serial number that a device reads, `04:a2:3b…`, in the card's byte order. A profile with `reversed`
 * bytes describes a reader that sends them the other way round. The platform still stores the number in the card's byte
 * order, so the order of the profile is never applied here.
 */
export function readingOf(serialNumber: string, profiles: ReaderProfiles): NfcReading {
  const digits = hexDigits(serialNumber.trim());
  if (digits === null || digits.length % 2 === 1) return { kind: 'missed', why: 'unreadable' };
  // ISO 14443-3: a four-byte number that begins with 08 is random
  if (digits.length === 8 && digits.startsWith('08')) return { kind: 'missed', why: 'changingNumber' };
  const isWhole = profiles.some(
    (profile) => profile.format !== 'wiegand26' && isCardWidth(digits, { ...profile, byteOrder: 'asRead' }),
  );
  return isWhole ? { kind: 'card', rfid: cardNumber(digits) } : { kind: 'missed', why: 'otherNumber' };
}

function serialNumberOf(event: Event): string {
  return 'serialNumber' in event && typeof event.serialNumber === 'string' ? event.serialNumber : '';
}

function problemOf(error: unknown): NfcProblem {
  switch (error instanceof DOMException ? error.name : '') {
    case 'NotAllowedError':
    case 'SecurityError':
      return 'denied';
    case 'NotSupportedError':
    case 'NotReadableError':
      return 'off';
    default:
      return 'failed';
  }
}
