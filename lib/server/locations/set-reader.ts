import 'server-only';
import { eq } from 'drizzle-orm';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { ActionFailure } from '#lib/server/base/failure.ts';
import { writeAudit } from '#lib/server/base/write-audit.ts';
import { locations } from '#lib/server/db/schema/locations.ts';
import { profilesThatReadAll, type ReadOfKnownCard } from '#lib/wire/reader/calibrate-reader.ts';
import type { EndKey } from '#lib/wire/reader/reader-habit.ts';
import type { ReaderProfile } from '#lib/wire/reader/reader-profile.ts';

interface ReaderChange {
  locationId: string;
  /** Cards whose numbers are known, and what the reader sent of them; none leaves the format as it is. */
  known: readonly ReadOfKnownCard[];
  /** `learn`: each browser finds out what the reader ends with. */
  endKey: EndKey | 'learn' | undefined;
}

/**
 * Finds out how the readers of a location write card numbers, and keeps it. Every look-up reads it anew, so that it counts
 * in all processes at once; an open page has it once it is loaded again.
 * @throws ActionFailure `notFound`; `invalidInput` where the cards fit no way of writing, or more than one
 */
export async function setReader(
  desk: DeskContext,
  { locationId, known, endKey }: ReaderChange,
): Promise<ReaderProfile> {
  const found = known.length > 0 ? theOneThatReads(known) : {};
  return desk.db.transaction(async (tx) => {
    const [location] = await tx.select().from(locations).where(eq(locations.id, locationId)).for('update');
    if (!location) throw new ActionFailure('notFound', 'There is no such location.');
    const before = location.readerProfile;
    const { endKey: kept, ...profile } = { ...before, ...found };
    const ends = endKey === undefined ? kept : endKey === 'learn' ? undefined : endKey;
    const readerProfile: ReaderProfile = ends === undefined ? profile : { ...profile, endKey: ends };
    await tx.update(locations).set({ readerProfile }).where(eq(locations.id, locationId));
    const reason = `reader ${inWords(before)} → ${inWords(readerProfile)}`;
    await writeAudit(tx, desk, { locationId, staffId: null, action: 'setLocation', reason });
    return readerProfile;
  });
}

function theOneThatReads(known: readonly ReadOfKnownCard[]): ReaderProfile {
  const [profile, another] = profilesThatReadAll(known);
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

const inWords = ({ format, byteOrder, byteLength, endKey }: ReaderProfile): string =>
  `${format}/${byteOrder}/${byteLength}/${endKey ?? 'learn'}`;
