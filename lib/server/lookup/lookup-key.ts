import { storedText } from '#lib/server/base/stored-text.ts';
import { displayCardNumber } from '#lib/wire/reader/card-number.ts';
import { type Identified, withoutControlCharacters } from '#lib/wire/reader/identify.ts';
import type { ScannedCard, ScannedValue, UnknownReason } from '#lib/wire/verdict.ts';

/** By what a member is looked for: a scan, or one that staff chose. */
export type LookupKey = ScannedCard | { kind: 'accountId'; value: string };

/** What somebody came with; undefined where staff chose the member. */
export const scannedOf = (key: LookupKey): ScannedCard | undefined => (key.kind === 'accountId' ? undefined : key);

/** Who is asked for, or why nobody can be asked about what was scanned. */
export type ParsedScan =
  | { card: LookupKey; scanned: ScannedValue | null }
  | { card: null; scanned: ScannedValue; reason: UnknownReason };

export function parsedScanOf(identified: Identified, raw: string): ParsedScan {
  switch (identified.kind) {
    case 'rfid':
      return as('rfid', identified.rfid);
    case 'nfc':
      return as('nfc', identified.token);
    case 'email':
      return as('email', identified.email);
    case 'membershipId':
      return as('membershipId', identified.membershipId);
    case 'name':
      return unreadable(identified.name, 'name');
    case 'unreadable':
      return identified.reason === 'keyboardLayout'
        ? unreadable(raw, identified.reason, identified.layout)
        : unreadable(raw, identified.reason);
  }
}

/**
 * By what a tap is asked about again: by the card itself, which may be somebody else's by now.
 * @param accountId whom the desk took it for
 */
export function lookupKeyAgain({ kind, text }: ScannedValue, accountId: string | null): LookupKey {
  switch (kind) {
    case 'rfid':
      return { kind, value: text.replaceAll(' ', '') };
    case 'nfc':
    case 'email':
      return { kind, value: text };
    case 'membershipId':
      return accountId === null ? { kind, value: text } : { kind: 'accountId', value: accountId };
    case 'unreadable':
      throw new Error('What could not be read is asked of nobody.');
  }
}

const as = (kind: ScannedCard['kind'], value: string): ParsedScan => ({
  card: { kind, value },
  scanned: shownScan({ kind, value }),
});

/** What was scanned, as reception reads it. */
export const shownScan = ({ kind, value }: ScannedCard): ScannedValue => ({
  kind,
  text: kind === 'rfid' ? displayCardNumber(value) : value,
});

function unreadable(raw: string, problem: string, keyboardLayout: string | null = null): ParsedScan {
  return {
    card: null,
    scanned: { kind: 'unreadable', text: storedText(withoutControlCharacters(raw)) ?? '' },
    reason: { code: 'unreadable', problem, keyboardLayout },
  };
}
