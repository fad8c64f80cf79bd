import type { ProfileField } from './profile.ts';

/** A field of the form: what is kept of a member, and the TAN, which is only handed over. */
export type FormField = ProfileField | typeof tanField;
export const tanField = 'membership.verificationTAN';

/** Somebody else who has what was entered. */
export interface OtherMember {
  accountId: string;
  displayName: string;
}

/** Why a value was not taken. */
export type FieldProblem =
  | { code: 'required' }
  | { code: 'notAnEmail' }
  | { code: 'notADate' }
  | { code: 'chooseOne' }
  | { code: 'tooLong'; max: number }
  | { code: 'endsBeforeStart' }
  | { code: 'tanMissing' }
  | { code: 'tanNotNineDigits' }
  | { code: 'tanUnknown' }
  | { code: 'tanTaken'; other: OtherMember | null }
  | { code: 'emailTaken'; other: OtherMember | null }
  | { code: 'emailTakenElsewhere' }
  | { code: 'emailBlocked' }
  | { code: 'membershipIdTaken'; other: OtherMember | null }
  /** `sentence` is the platform's own, in English. */
  | { code: 'notAccepted'; sentence: string };

export type FieldProblems = Partial<Record<FormField, FieldProblem>>;
