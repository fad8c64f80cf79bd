import type { MemberAccount } from '#contracts/v2/accounts.ts';
import type { GymAnswer } from '#lib/gym-api/answer.ts';
import { classifyFailure } from '#lib/gym-api/errors.ts';
import { type MigrationWait, rowProblemLength } from '#lib/wire/migration.ts';

/** What an answer of the platform means for the row that it is about. */
export type RowAnswer =
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
