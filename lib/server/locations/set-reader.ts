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
  /** Cards with known numbers and what the reader sent for them; none leaves the format unchanged. */
  known: readonly ReadOfKnownCard[];
  /** `learn`: each browser finds out which key the reader sends after a card. */
  endKey: EndKey | 'learn' | undefined;
}

/**
 * Derives the number format of the card readers of a location from known cards, and stores it. It takes effect at the next scan
 * in all processes, because every look-up reads it; an open page has it after a reload.
 * @throws ActionFailure `notFound`; `invalidInput` where the cards fit no format, or more than one
 */
export async function setReader(
  desk: DeskContext,
  { locationId, known, endKey }: ReaderChange,
): Promise<ReaderProfile> {
  const found = known.length > 0 ? requireProfile(known) : {};
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

function requireProfile(known: readonly ReadOfKnownCard[]): ReaderProfile {
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
