import type { MemberAccount } from '#contracts/v2/accounts.ts';
import type { MigrationRow } from '#lib/server/db/schema/migration.ts';
import type { GymAnswer } from '#lib/server/gym-api/answer.ts';
import { classifyFailure } from '#lib/server/gym-api/errors.ts';
import { type MigrationWait, type PauseReason, rowProblemLength } from '#lib/wire/migration.ts';

/** What an answer of the platform means for the row that it is about. */
type RowAnswer =
  /** Null where the answer does not say which account it is. */
  | { kind: 'done'; account: MemberAccount | null }
  | { kind: 'notFound'; problem: 'account' | 'membership' }
  | { kind: 'refused'; problem: string; isForbidden: boolean }
  /** It may have been done, or not: asking again shows. */
  | { kind: 'later'; because: MigrationWait }
  | { kind: 'notPermitted' };

export function answerOf(answer: GymAnswer<MemberAccount | null>): RowAnswer {
  if (answer.ok) return { kind: 'done', account: answer.value };
  const failure = classifyFailure(answer.problem);
  switch (failure.kind) {
    case 'missing':
      return { kind: 'notFound', problem: failure.entity === 'MEMBERSHIP' ? 'membership' : 'account' };
    case 'rejected': {
      const problem = failure.errorCode.slice(0, rowProblemLength);
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

export interface AnsweredRow {
  row: MigrationRow;
  answer: RowAnswer;
}

/** What a batch of answers means: of the rows one by one, or of the whole list. */
export type Judgement =
  | { kind: 'rows'; rows: readonly AnsweredRow[] }
  /** Nothing is known of any row; they are asked for again. */
  | { kind: 'waits'; because: MigrationWait }
  | { kind: 'pauses'; because: PauseReason };

/** So many in a row are forbidden by their key rather than for what each of them is. */
const fewestForbidden = 3;

/**
 * Tells what is wrong with a row from what is wrong with the platform or the key, for which no row is to blame.
 * @param isProven whether the platform answers something else; asked only where no row was answered
 */
export async function judge(answered: readonly AnsweredRow[], isProven: () => Promise<boolean>): Promise<Judgement> {
  const answers = answered.map(({ answer }) => answer);
  if (answers.some(({ kind }) => kind === 'notPermitted')) return { kind: 'pauses', because: 'permissionMissing' };
  const told = answers.filter(({ kind }) => kind !== 'later');
  const isForbidden = told.every((answer) => answer.kind === 'refused' && answer.isForbidden);
  if (told.length >= fewestForbidden && isForbidden) return { kind: 'pauses', because: 'forbidden' };
  if (told.length > 0) return { kind: 'rows', rows: answered };
  const waits = answers.flatMap((answer) => (answer.kind === 'later' ? [answer.because] : []));
  const [because = 'failed'] = waits.filter((reason) => reason !== 'busy');
  if (waits.every((reason) => reason === 'busy')) return { kind: 'waits', because: 'busy' };
  return (await isProven()) ? { kind: 'rows', rows: answered } : { kind: 'waits', because };
}
