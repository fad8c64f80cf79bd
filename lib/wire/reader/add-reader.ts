import { mayBePadded } from './calibrate-reader.ts';
import { type EndKey, endKeyOf } from './reader-habit.ts';
import type { ReaderProfile, ReaderProfiles } from './reader-profile.ts';
import { areSameProfiles } from './same-profiles.ts';
import { type Ambiguity, findAmbiguity } from './told-apart.ts';

interface AddedReader {
  /** The reader as it is stored. */
  reader: ReaderProfile;
  profiles: ReaderProfile[];
  /** The profiles that it replaces because they cannot be told apart from it, each with a text that both may send. */
  replaced: readonly Ambiguity[];
  /** Whether it ends otherwise than was set, so that each browser learns the end key of its reader. */
  hasOtherEndKey: boolean;
}

interface FoundReader {
  found: ReaderProfile;
  /** What the reader has sent for the cards. */
  texts: readonly string[];
  /** The key that it has sent after them. */
  endKey: EndKey | undefined;
}

/**
 * Adds a profile that was found with cards; it replaces one that writes card numbers in the same way. If only leading
 * zeros distinguish it from another profile, and all scanned numbers are as long as with them, it is stored with `isPadded`.
 *
 * The end key of a profile applies to all readers of this format. A single reader can confirm it, or show that they differ; then
 * each browser learns the end key of its own reader.
 */
export function addReader(profiles: ReaderProfiles, { found, texts, endKey }: FoundReader): AddedReader {
  const numbers = texts.map((text) => text.trim().slice(found.prefix?.length ?? 0));
  const padded: ReaderProfile[] = mayBePadded(found, numbers) ? [{ ...found, isPadded: true }] : [];
  const [best] = [found, ...padded]
    .map((candidate): AddedReader => {
      const alike = profiles.find((profile) => isSameWriting(profile, candidate));
      const set = alike ? alike.endKey : endKeyOf(profiles);
      const reader = { ...writingOf(candidate), ...(set !== undefined && set === endKey && { endKey: set }) };
      const others = profiles.filter((profile) => profile !== alike);
      const replaced = others.flatMap((profile) => findAmbiguity([profile, reader]) ?? []);
      const remaining = others.filter((profile) => replaced.every(({ profiles: [one] }) => one !== profile));
      const hasOtherEndKey = set !== undefined && reader.endKey === undefined;
      return { reader, profiles: keepPassPrefix(profiles, [...remaining, reader]), replaced, hasOtherEndKey };
    })
    .toSorted((one, other) => one.replaced.length - other.replaced.length);
  if (!best) throw new Error('There is always the profile as it was found.');
  return best;
}

/** Keeps the prefix of wallet passes, which no card shows, where its profile is replaced or removed. */
export function keepPassPrefix(before: ReaderProfiles, now: readonly ReaderProfile[]): ReaderProfile[] {
  const nfcPrefix = before.find((profile) => profile.nfcPrefix !== undefined)?.nfcPrefix;
  if (nfcPrefix === undefined || now.some((profile) => profile.nfcPrefix !== undefined)) return [...now];
  return now.map((profile, index) => (index === now.length - 1 ? { ...profile, nfcPrefix } : profile));
}

/** Whether two profiles have the same format, apart from the end key. */
const isSameWriting = (one: ReaderProfile, other: ReaderProfile): boolean =>
  areSameProfiles([writingOf(one)], [writingOf(other)]);

const writingOf = ({ endKey: _, nfcPrefix: __, ...writing }: ReaderProfile): ReaderProfile => writing;
