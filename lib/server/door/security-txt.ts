import { dayMs } from '#shared/calendar/durations.ts';

/** Whoever keeps the file asks for it anew within this time; the desk that answers then has read its settings since. */
const holdsForMs = 30 * dayMs;

interface SecurityTxt {
  /** A URI. */
  contact: string;
  /** The desk's public address, without a trailing slash. */
  deskUrl: string;
  /** Epoch milliseconds. */
  now: number;
}

/** The file of RFC 9116. What it says is read from the settings of the running desk, so it does not run out unnoticed. */
export const writeSecurityTxt = ({ contact, deskUrl, now }: SecurityTxt): string =>
  [
    `Contact: ${contact}`,
    `Expires: ${new Date(now + holdsForMs).toISOString()}`,
    'Preferred-Languages: en, de',
    `Canonical: ${deskUrl}/.well-known/security.txt`,
    '',
  ].join('\n');
