import { z } from 'zod';
import { breaks } from './broken-rule.ts';
import { type IdProblem, readUserId } from './user-id.ts';

/** No gym has as many members; a chain with more uploads several lists. */
export const mostIds = 50_000;
/** Ten times the size of that many ids. */
export const largestFileBytes = 8 * 1024 * 1024;

/**
 * - `running`: a desk works on it, or will once the platform responds
 * - `paused`: until a user resumes it
 * - `cancelled`: the remaining rows are never processed
 * - `finished`: every row has its result
 */
export const migrationStates = ['running', 'paused', 'cancelled', 'finished'] as const;
type MigrationState = (typeof migrationStates)[number];

/**
 * - `staff`: a user paused it
 * - `permissionMissing`: the key of the location lacks the permission to migrate
 * - `forbidden`: the platform rejects one id after another with a code that may concern the key
 */
export const pauseReasons = ['staff', 'permissionMissing', 'forbidden'] as const;
export type PauseReason = (typeof pauseReasons)[number];

/** Why the platform cannot be used right now. */
export const migrationWaits = ['slow', 'unreachable', 'unreadable', 'busy', 'keyRejected', 'failed'] as const;
export type MigrationWait = (typeof migrationWaits)[number];

/**
 * - `waiting`: not processed yet
 * - `migrated`: migrated now
 * - `alreadyThere`: the desk already knew the account
 * - `notFound`: the platform has no such user, or the user has left
 * - `refused`: the platform rejects it
 * - `invalid`: not a user id
 * - `repeated`: an earlier row has the same id
 */
export const rowStates = ['waiting', 'migrated', 'alreadyThere', 'notFound', 'refused', 'invalid', 'repeated'] as const;
export type RowState = (typeof rowStates)[number];

/** The platform's codes are short; longer ones are truncated. */
export const rowProblemLength = 100;

/** Why a file is rejected as a whole. */
export type FileRefusal = 'tooLarge' | 'tooMany' | 'notText' | 'noColumn' | 'noIds';

/** A list of user ids and the state of its migration. */
export interface MigrationRun {
  id: string;
  state: MigrationState;
  pausedBecause: PauseReason | null;
  waitsFor: MigrationWait | null;
  /** ISO instants. */
  startedAt: string;
  endedAt: string | null;
  /** Name of the user who started it; null where the operator's command line did. */
  startedBy: string | null;
  counts: Record<RowState, number>;
  /** Rows per second, recently; null where that is unknown. */
  perSecond: number | null;
}

export interface MigrationOverview {
  /** Newest first. An unfinished run, if there is one, is the first. */
  runs: MigrationRun[];
}

/** A row that is no user id, for the response to an upload. */
export interface BadLine {
  line: number;
  problem: IdProblem;
}

/** The outcome of uploading a list. */
export type StartOutcome =
  | { kind: 'started'; runId: string; ids: number; repeated: number; bad: number; firstBad: BadLine[] }
  | { kind: 'refused'; because: FileRefusal; firstBad: BadLine[] }
  /** Another list of the location is not finished yet. */
  | { kind: 'underWay' };

/** The outcome for one user id. */
export type MigrateOutcome =
  | { kind: 'migrated' | 'alreadyThere'; accountId: string; displayName: string }
  /** It succeeded, but the response does not name the account. */
  | { kind: 'unnamed' }
  | { kind: 'notFound'; because: 'account' | 'membership' }
  | { kind: 'refused'; code: string }
  /** The key of the location lacks the permission to migrate. */
  | { kind: 'notPermitted' };

export const isOpen = ({ state }: Pick<MigrationRun, 'state'>): boolean => state === 'running' || state === 'paused';

export const totalOf = ({ counts }: Pick<MigrationRun, 'counts'>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

const migrationChanges = ['pause', 'resume', 'cancel'] as const;

export type MigrationChange = (typeof migrationChanges)[number];

export const changeMigrationInput = z.object({ runId: z.uuid(), change: z.enum(migrationChanges) });

export type ChangeMigrationInput = z.infer<typeof changeMigrationInput>;

export const migrateInput = z.object({ legacyUserId: z.int().positive() });

/** The form of the same. */
export const migrateForm = z.object({
  legacyUserId: z
    .string()
    .transform((written, { addIssue }) => {
      const read = readUserId(written);
      if ('id' in read) return read.id;
      addIssue({ code: 'custom', ...breaks(read.problem) });
      return z.NEVER;
    })
    .pipe(migrateInput.shape.legacyUserId),
});
