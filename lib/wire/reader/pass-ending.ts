import { identify } from './identify.ts';
import { misreadingLayout } from './keyboard-layout.ts';
import type { ReaderProfiles } from './reader-profile.ts';

const shownCharacters = 6;
const shortestToken = 16;

/**
 * The ending of a wallet pass, of which nothing more may be shown: its whole token opens doors. Null for a text that is
 * no pass. What another keyboard layout has made of a token counts as one.
 */
export function passEndingOf(text: string, profiles: ReaderProfiles): string | null {
  const read = identify(text, 'scan', profiles);
  if (read.kind === 'nfc') return read.token.slice(-shownCharacters);
  const isMisread = read.kind === 'unreadable' && text.length >= shortestToken && misreadingLayout(text) !== null;
  return isMisread ? text.slice(-shownCharacters) : null;
}
