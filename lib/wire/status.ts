import type { AbsentMembers } from './absent-members.ts';
import type { OutageCause } from './outage-causes.ts';

/** Why the desk's database keeps nothing: its disk is full or fails, or it takes no changes. */
export const storageTroubles = ['full', 'failing', 'readOnly'] as const;
export type StorageTrouble = (typeof storageTroubles)[number];

/** What the desk knows of the platform's health at one location, and of its own. */
export interface PlatformStatus {
  connection:
    | { state: 'reachable' }
    | { state: 'unreachable'; since: string; cause: OutageCause | null }
    | { state: 'keyRejected'; since: string }
    | { state: 'permissionMissing'; since: string };
  /** Visits in the ledger whose time to be sent has come and that the platform has not taken yet. */
  waitingVisits: number;
  /** Visits the platform refused for good and nobody has settled yet. */
  refusedVisits: number;
  /** Visits not counted because the platform knows nobody with what was scanned, and nobody has settled yet. */
  unresolvedVisits: number;
  /** Visits of the last day that may have happened at another time: the clock of a browser was set meanwhile. */
  visitsInDoubt: number;
  /** Seconds that the clock of the desk is ahead of the platform's, or behind where negative; null while they agree. */
  clockAheadS: number | null;
  /** Lists of the platform that the desk could not read whole the last time. */
  unreadable: { list: 'members' | 'tasks'; count: number; isEndless: boolean; isCutShort: boolean }[];
  /** Members whom the platform's lists tell of no more, where they are so many that a manager decides; else null. */
  absent: AbsentMembers | null;
  /** Why the desk itself cannot record anything; null where it can. */
  storage: StorageTrouble | null;
}

/** Whether there is anything to tell anybody of a platform. */
export const isNoteworthy = ({
  connection,
  clockAheadS,
  unreadable,
  absent,
  storage,
  ...counts
}: PlatformStatus): boolean =>
  connection.state !== 'reachable' ||
  clockAheadS !== null ||
  unreadable.length > 0 ||
  absent !== null ||
  storage !== null ||
  Object.values(counts).some((count) => count > 0);
