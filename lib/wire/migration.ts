import { z } from 'zod';
import { breaks } from './broken-rule.ts';
import { readUserId } from './user-id.ts';

/** More than any gym has members; a chain with more brings them in several lists. */
export const mostIds = 50_000;
/** Ten times what that many ids take. */
export const largestFileBytes = 8 * 1024 * 1024;

/**
 * - `running`: a desk works on it, or will once the platform answers
 * - `paused`: until somebody goes on with it
 * - `cancelled`: what was not done then never is
 * - `finished`: every row has its result
 */
export const migrationStates = ['running', 'paused', 'cancelled', 'finished'] as const;
type MigrationState = (typeof migrationStates)[number];

/**
 * - `staff`: somebody wished it
 * - `permissionMissing`: the key of the location may not migrate
 * - `forbidden`: the platform forbids one id after another, in a word that may mean the key
 */
export const pauseReasons = ['staff', 'permissionMissing', 'forbidden'] as const;
export type PauseReason = (typeof pauseReasons)[number];

/** Why the platform cannot be asked right now. */
export const migrationWaits = ['slow', 'unreachable', 'unreadable', 'busy', 'keyRejected', 'failed'] as const;
export type MigrationWait = (typeof migrationWaits)[number];

/**
 * - `waiting`: not done yet
 * - `migrated`: brought over
 * - `alreadyThere`: the desk knew the account before
 * - `notFound`: the platform knows no such user, or one who has left
 * - `refused`: the platform will not do it
 * - `invalid`: not a user id
 * - `repeated`: the id stands in an earlier row
 */
export const rowStates = ['waiting', 'migrated', 'alreadyThere', 'notFound', 'refused', 'invalid', 'repeated'] as const;
export type RowState = (typeof rowStates)[number];

/** Codes of the platform are short; what is longer is cut. */
export const rowProblemLength = 100;

/** What a row is that holds no user id: something else, a number that a spreadsheet has shortened, or one out of range. */
export type IdProblem = 'notAnId' | 'shortened' | 'outOfRange';

/** Why a file is not taken at all. */
export type FileRefusal = 'tooLarge' | 'tooMany' | 'notText' | 'noColumn' | 'noIds';

/** A list as the screens show it. */
export interface MigrationRun {
  id: string;
  state: MigrationState;
  pausedBecause: PauseReason | null;
  waitsFor: MigrationWait | null;
  /** ISO instants. */
  startedAt: string;
  endedAt: string | null;
  /** Name of who began it; null where the operator's command did. */
  startedBy: string | null;
  counts: Record<RowState, number>;
  /** Rows settled in a second, of late; null while that cannot be said. */
  perSecond: number | null;
}

export interface MigrationOverview {
  /** Newest first. The one that is not at its end yet is the first, where there is one. */
  runs: MigrationRun[];
}

/** A row that is no user id, as somebody is told who has just sent the list. */
export interface BadLine {
  line: number;
  problem: IdProblem;
}

/** What became of a list that was sent. */
export type StartOutcome =
  | { kind: 'started'; runId: string; ids: number; repeated: number; bad: number; firstBad: BadLine[] }
  | { kind: 'refused'; because: FileRefusal; firstBad: BadLine[] }
  /** Another list of the location is not at its end yet. */
  | { kind: 'underWay' };

/** What became of one user id. */
export type MigrateOutcome =
  | { kind: 'migrated' | 'alreadyThere'; accountId: string; displayName: string }
  /** It was done; the answer does not say which account it is. */
  | { kind: 'unnamed' }
  | { kind: 'notFound'; because: 'account' | 'membership' }
  | { kind: 'refused'; code: string }
  /** The key of the location may not migrate. */
  | { kind: 'notPermitted' };

export const isOpen = ({ state }: Pick<MigrationRun, 'state'>): boolean => state === 'running' || state === 'paused';

export const totalOf = ({ counts }: Pick<MigrationRun, 'counts'>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

const migrationChanges = ['pause', 'resume', 'cancel'] as const;

export type MigrationChange = (typeof migrationChanges)[number];

export const changeMigrationInput = z.object({ runId: z.uuid(), change: z.enum(migrationChanges) });

export type ChangeMigrationInput = z.infer<typeof changeMigrationInput>;

export const migrateInput = z.object({ legacyUserId: z.int().positive() });

/** The same as it stands in its form. */
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
