import { z } from 'zod';
import { rfidNumber, sameCardNumber } from '#contracts/v2/rfids.ts';
import { mostReaderProfiles, type ReaderProfile, readerProfile } from './reader/reader-profile.ts';
import type { Ambiguity } from './reader/told-apart.ts';

const profiles = z.array(readerProfile).min(1).max(mostReaderProfiles);

/** How the readers of a location write. `base`: the list that was shown, since another manager may change it too. */
export const readersInput = z.object({ base: profiles, profiles });
export type ReadersInput = z.infer<typeof readersInput>;

export type ReadersOutcome =
  | { kind: 'saved' | 'changedMeanwhile'; now: ReaderProfile[] }
  /** A card could be read in two ways. Nothing was saved. */
  | { kind: 'ambiguous'; ambiguity: Ambiguity };

export const cardHolderInput = z.object({ rfid: rfidNumber.transform(sameCardNumber) });

/** Whose card a number is. */
export type HolderOfCard =
  /** `name`: null where the user may not read members. `isRecalled`: from the desk's own directory, as the platform could not be asked. */
  | { kind: 'member'; name: string | null; isRecalled: boolean }
  | { kind: 'nobody' }
  /** A staff badge, about which the platform is not asked. */
  | { kind: 'badge' }
  | { kind: 'unavailable' };

export interface CardHolderAnswer {
  holder: HolderOfCard;
}
