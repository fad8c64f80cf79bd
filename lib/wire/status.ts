import type { AbsentMembers } from './absent-members.ts';
import type { OutageCause } from './outage-causes.ts';

/** Why the desk's database cannot write: its disk is full or fails, or it is read-only. */
export const storageTroubles = ['full', 'failing', 'readOnly'] as const;
export type StorageTrouble = (typeof storageTroubles)[number];

/** The health of the platform at one location, as the desk knows it, and of the desk itself. */
export interface PlatformStatus {
  connection:
    | { state: 'reachable' }
    | { state: 'unreachable'; since: string; cause: OutageCause | null }
    | { state: 'keyRejected'; since: string }
    | { state: 'permissionMissing'; since: string };
  /** Visits in the ledger that are due to be sent and that the platform has not accepted yet. */
  waitingVisits: number;
  /** Visits that the platform refused for good and that no manager has settled yet. */
  refusedVisits: number;
  /**
   * Visits that are not counted because the platform finds no member for the scan, and that no manager has settled yet.
   */
  unresolvedVisits: number;
  /** Visits of the last day with an uncertain time: the clock of a browser was set in between. */
  visitsInDoubt: number;
  /** Seconds by which the desk's clock is ahead of the platform's, negative if behind; null while they agree. */
  clockAheadS: number | null;
  /** Lists of the platform that the desk could not read completely the last time. */
  unreadable: { list: 'members' | 'tasks'; count: number; isEndless: boolean; isCutShort: boolean }[];
  /** Members missing from the platform's lists, if they are so many that a manager has to decide; otherwise null. */
  absent: AbsentMembers | null;
  /** Why the desk itself cannot record; null where it can. */
  storage: StorageTrouble | null;
}

/** Whether there is anything to report to users. */
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
