import type { MemberAccount } from '#contracts/v2/accounts.ts';
import type { MigrationRow } from '#lib/server/db/schema/migration.ts';
import type { GymAnswer } from '#lib/server/gym-api/answer.ts';
import { classifyFailure, leavesInDoubt } from '#lib/server/gym-api/errors.ts';
import { type MigrationWait, type PauseReason, rowProblemLength } from '#lib/wire/migration.ts';

/** An answer of the platform, classified for its row. */
type RowAnswer =
  /** `account` is null where the answer does not say which account it is. */
  | { kind: 'done'; account: MemberAccount | null }
  | { kind: 'notFound'; problem: 'account' | 'membership' }
  | { kind: 'refused'; problem: string; isForbidden: boolean }
  /** The migration may have been done or not: it is idempotent, and retried. */
  | { kind: 'later'; because: MigrationWait }
  | { kind: 'notPermitted' };

export function answerOf(answer: GymAnswer<MemberAccount | null>): RowAnswer {
  if (answer.ok) return { kind: 'done', account: answer.value };
  const failure = classifyFailure(answer.problem);
  switch (failure.kind) {
    case 'missing':
      return { kind: 'notFound', problem: failure.entity === 'MEMBERSHIP' ? 'membership' : 'account' };
    case 'rejected': {
      const problem = failure.errorCode.slice(0, rowProblemLength).toWellFormed();
      return { kind: 'refused', problem, isForbidden: failure.status === 403 };
    }
    case 'admissionRefused':
      return { kind: 'refused', problem: failure.refusal, isForbidden: false };
    case 'unavailable':
      return failure.because === 'permissionMissing'
        ? { kind: 'notPermitted' }
        : { kind: 'later', because: failure.because };
  }
}

/** Whether the platform has certainly not migrated the member in this attempt. */
export function isUndone(answer: RowAnswer): boolean {
  switch (answer.kind) {
    case 'done':
      return false;
    case 'later':
      return !leavesInDoubt(answer.because);
    case 'notFound':
    case 'refused':
    case 'notPermitted':
      return true;
  }
}

export interface AnsweredRow {
  row: MigrationRow;
  answer: RowAnswer;
}

/** What a batch of answers decides: results of single rows, or the state of the whole run. */
export type Judgement =
  | { kind: 'rows'; rows: readonly AnsweredRow[] }
  /** No row has a result; all are retried. */
  | { kind: 'waits'; because: MigrationWait }
  | { kind: 'pauses'; because: PauseReason };

/** If at least this many rows are forbidden for the first time, and no row is answered otherwise, the cause may be the key. */
const fewestForbidden = 3;

export const isForbidden = ({ answer }: AnsweredRow): boolean => answer.kind === 'refused' && answer.isForbidden;

/** A waiting row has a problem if it was forbidden before its run was paused and resumed. */
const isForbiddenAnew = (answered: AnsweredRow): boolean => isForbidden(answered) && answered.row.problem === null;

/**
 * Separates failures of single rows from failures of the platform or the key, for which no row is to blame. Rows that are
 * forbidden again after somebody resumed the run are refused, so that a list of forbidden rows ends too.
 * @param isProven whether the platform answers another request; called only where no row was answered
 */
export async function judge(answered: readonly AnsweredRow[], isProven: () => Promise<boolean>): Promise<Judgement> {
  const answers = answered.map(({ answer }) => answer);
  if (answers.some(({ kind }) => kind === 'notPermitted')) return { kind: 'pauses', because: 'permissionMissing' };
  const definite = answered.filter(({ answer }) => answer.kind !== 'later');
  const forbiddenAnew = definite.filter(isForbiddenAnew).length;
  if (forbiddenAnew >= fewestForbidden && definite.every(isForbidden)) return { kind: 'pauses', because: 'forbidden' };
  if (definite.length > 0) return { kind: 'rows', rows: answered };
  const waits = answers.flatMap((answer) => (answer.kind === 'later' ? [answer.because] : []));
  const [because = 'failed'] = waits.filter((reason) => reason !== 'busy');
  if (waits.every((reason) => reason === 'busy')) return { kind: 'waits', because: 'busy' };
  return (await isProven()) ? { kind: 'rows', rows: answered } : { kind: 'waits', because };
}
