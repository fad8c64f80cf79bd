import { storedText } from '#lib/server/base/stored-text.ts';
import { displayCardNumber } from '#lib/wire/reader/card-number.ts';
import { type Identified, withoutControlCharacters } from '#lib/wire/reader/identify.ts';
import type { ScannedCard, ScannedValue, UnknownReason } from '#lib/wire/verdict.ts';

/** What a member is looked up by: a scanned value, or an account that staff chose. */
export type LookupKey = ScannedCard | { kind: 'accountId'; value: string };

/** The scanned value; undefined where staff chose the member. */
export const scannedOf = (key: LookupKey): ScannedCard | undefined => (key.kind === 'accountId' ? undefined : key);

/** What to look up, or why the scanned value cannot be looked up. */
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
 * The key to look a tap up again: the card itself, which may belong to another member by now.
 * @param accountId the member the desk identified before
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
      throw new Error('An unreadable scan cannot be looked up.');
  }
}

const as = (kind: ScannedCard['kind'], value: string): ParsedScan => ({
  card: { kind, value },
  scanned: shownScan({ kind, value }),
});

/** A scanned value as it is shown to reception. */
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
