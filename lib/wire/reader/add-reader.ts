import { mayBePadded } from './calibrate-reader.ts';
import type { ReaderProfile, ReaderProfiles } from './reader-profile.ts';
import { areSameProfiles } from './same-profiles.ts';
import { type Ambiguity, findAmbiguity } from './told-apart.ts';

type AddedReader =
  | { kind: 'added'; profiles: ReaderProfile[] }
  /** `replaced`: the list with the found profile in place of those it cannot be told apart from. */
  | { kind: 'ambiguous'; ambiguity: Ambiguity; replaced: ReaderProfile[] };

/**
 * Adds a profile that was found with cards. Where it can be told apart from the others only if its numbers always have
 * leading zeros, and the cards do not disprove it, it is taken to be so.
 * @param texts what the reader has sent for the cards
 */
export function addReader(
  profiles: ReaderProfiles,
  { found, texts }: { found: ReaderProfile; texts: readonly string[] },
): AddedReader {
  const others = profiles.filter((profile) => !isSameWriting(profile, found));
  const numbers = texts.map((text) => text.trim().slice(found.prefix?.length ?? 0));
  const padded: ReaderProfile[] = mayBePadded(found, numbers) ? [{ ...found, isPadded: true }] : [];
  const lists = [found, ...padded].map((reader) => [...others, reader]);
  const clear = lists.find((list) => findAmbiguity(list) === null);
  if (clear) return { kind: 'added', profiles: withPassOf(profiles, clear) };
  const ambiguity = findAmbiguity([...others, found]);
  if (!ambiguity) throw new Error('An ambiguous list has an ambiguity.');
  const remaining = others.filter((profile) => findAmbiguity([profile, found]) === null);
  return { kind: 'ambiguous', ambiguity, replaced: withPassOf(profiles, [...remaining, found]) };
}

/** Keeps the prefix of wallet passes, which no card shows. */
function withPassOf(before: ReaderProfiles, now: ReaderProfile[]): ReaderProfile[] {
  const nfcPrefix = before.find((profile) => profile.nfcPrefix !== undefined)?.nfcPrefix;
  if (nfcPrefix === undefined || now.some((profile) => profile.nfcPrefix !== undefined)) return now;
  return now.map((profile, index) => (index === now.length - 1 ? { ...profile, nfcPrefix } : profile));
}

/** Whether two profiles write cards alike, whatever key they end with. */
const isSameWriting = (one: ReaderProfile, other: ReaderProfile): boolean =>
  areSameProfiles([writingOf(one)], [writingOf(other)]);

const writingOf = ({ endKey: _, nfcPrefix: __, ...writing }: ReaderProfile): ReaderProfile => writing;
