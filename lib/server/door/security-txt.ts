import { dayMs } from '#shared/calendar/durations.ts';

/** Clients refetch the file within this time, and then get the settings of the desk that runs by then. */
const holdsForMs = 30 * dayMs;

interface SecurityTxt {
  /** A URI. */
  contact: string;
  /** The desk's public address, without a trailing slash. */
  deskUrl: string;
  /** Epoch milliseconds. */
  now: number;
}

/** The file of RFC 9116, generated from the settings of the running desk, so that it does not expire unnoticed. */
export const writeSecurityTxt = ({ contact, deskUrl, now }: SecurityTxt): string =>
  [
    `Contact: ${contact}`,
    `Expires: ${new Date(now + holdsForMs).toISOString()}`,
    'Preferred-Languages: en, de',
    `Canonical: ${deskUrl}/.well-known/security.txt`,
    '',
  ].join('\n');
