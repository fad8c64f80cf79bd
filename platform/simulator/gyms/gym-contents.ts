import type { Sql } from '#platform/db/client.ts';
import { unknownCard } from '#platform/simulator/demo-card-holders.ts';
import { idsFrom } from '#platform/simulator/ids-from.ts';
import { type SpecialMember, writeSpecialMembers } from './special-members.ts';
import { issueSpecialTans, type SpecialTans } from './special-tans.ts';

interface EmptyGym {
  chainId: string;
  gymId: string;
  timeZone: string;
  now: Date;
  /** Numbers of entitlements that are known, and may be issued anew. */
  freeTans: readonly string[];
}

/** What is in a gym that a client of a sandbox has made. */
export interface GymContents {
  members: SpecialMember[];
  /** The card that no member has. */
  unknownRfid: string;
  tans: SpecialTans;
}

/**
 * Writes members and entitlements for each case into a gym without members, relative to today. Their ids follow from that of
 * the gym, so that they are the same after it was set back.
 */
export async function writeContents(sql: Sql, gym: EmptyGym): Promise<GymContents> {
  const ids = idsFrom(`gym ${gym.gymId}`);
  const tanIds = (shows: string) => idsFrom(`gym ${gym.gymId} entitlement ${shows}`);
  const members = await writeSpecialMembers({ sql, ids, tanIds, ...gym });
  const tans = await issueSpecialTans({ sql, tanIds, ...gym });
  return { members, unknownRfid: unknownCard.value, tans };
}
