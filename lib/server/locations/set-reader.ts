import 'server-only';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { ActionFailure } from '#lib/server/base/failure.ts';
import { keepPassPrefix } from '#lib/wire/reader/add-reader.ts';
import { findProfiles, type ReadOfKnownCard } from '#lib/wire/reader/calibrate-reader.ts';
import type { EndKey } from '#lib/wire/reader/reader-habit.ts';
import type { ReaderProfile } from '#lib/wire/reader/reader-profile.ts';
import { findAmbiguity } from '#lib/wire/reader/told-apart.ts';
import { lockReaders, storeReaders } from './store-readers.ts';

interface ReaderChange {
  locationId: string;
  /** Cards with known numbers and what the reader sent for them; none leaves the formats unchanged. */
  known: readonly ReadOfKnownCard[];
  /** Whether the reader is used beside the others, and not in place of them. */
  isAdded: boolean;
  /** `learn`: each browser finds out which key the reader sends after a card. */
  endKey: EndKey | 'learn' | undefined;
}

/**
 * Derives from known cards how the readers of a location write, and stores it.
 * @throws ActionFailure `notFound`; `invalidInput` where the cards fit no format, more than one, or one that cannot be told
 * apart from another reader's
 */
export async function setReader(
  desk: DeskContext,
  { locationId, known, isAdded, endKey }: ReaderChange,
): Promise<ReaderProfile[]> {
  const found = known.length > 0 ? requireProfile(known) : null;
  return desk.db.transaction(async (tx) => {
    const before = await lockReaders(tx, locationId);
    const [first] = before;
    const kept = found && !isAdded ? keepPassPrefix(before, [{ ...found, ...endOf(first?.endKey) }]) : before;
    const readers = found && isAdded ? [...kept, found] : kept;
    const now = endKey === undefined ? readers : readers.map((reader) => withEndKey(reader, endKey));
    const ambiguity = findAmbiguity(now);
    if (ambiguity) {
      throw new ActionFailure(
        'invalidInput',
        `${ambiguity.example} could come from both readers. Let one send leading zeros or a prefix, or leave out --add to replace the other.`,
      );
    }
    await storeReaders(tx, desk, { locationId, before, now, by: null });
    return now;
  });
}

const endOf = (endKey: EndKey | undefined) => (endKey === undefined ? {} : { endKey });

function withEndKey({ endKey: _, ...reader }: ReaderProfile, endKey: EndKey | 'learn'): ReaderProfile {
  return endKey === 'learn' ? reader : { ...reader, endKey };
}

function requireProfile(known: readonly ReadOfKnownCard[]): ReaderProfile {
  const [profile, another] = findProfiles(known);
  if (!profile) {
    throw new ActionFailure(
      'invalidInput',
      'No way of writing makes this number of this card: it was another card, or the reader sends a part of its number only.',
    );
  }
  if (another) {
    throw new ActionFailure(
      'invalidInput',
      'This card reads the same in more than one way: name a second card, with another --known and --read.',
    );
  }
  return profile;
}
