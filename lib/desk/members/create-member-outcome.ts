import type { MemberSummary } from '#lib/desk/verdict/verdict.ts';

import type { FieldProblems } from './edit-problem.ts';

/** What the platform knows of an e-mail address. */
export type EmailAnswer =
  /** A member of the chain: nobody has to be created. */
  | { kind: 'member'; member: MemberSummary }
  /** Was a member once: whoever gives the same name and birth date gets the old account back. */
  | ({ kind: 'former'; person: PersonNames | null } & Beginning)
  | ({ kind: 'new' } & Beginning);

/** What a new membership begins with. */
export interface Beginning {
  /** Today at the location, `yyyy-MM-dd`. */
  today: string;
  /** What follows the letter of a new membership id. */
  idEnding: string;
}

export interface PersonNames {
  firstName: string;
  lastName: string;
}

/** Through what a member who is there already stands in the way of a new one. */
export type Likeness = 'membershipId' | 'email' | 'both' | 'person';

/** What came of the wish to create a member. Nothing but `created` has changed anything. */
export type CreateOutcome =
  | { kind: 'created'; accountId: string; displayName: string }
  | { kind: 'invalid'; problems: FieldProblems }
  /** `by` is null where the platform does not say who it is. */
  | { kind: 'exists'; through: Likeness; by: MemberSummary | null; idEnding: string }
  /** The e-mail address is that of a former member of another name or birth date. */
  | { kind: 'formerOtherPerson' }
  /** The e-mail address is that of somebody of another chain, of another name or birth date. */
  | { kind: 'elsewhereOtherPerson' }
  /** The platform takes no account of this e-mail address. */
  | { kind: 'emailForbidden' }
  | { kind: 'conflict' }
  /** No answer came. The member may be there or not; the same wish once more creates nobody twice. */
  | { kind: 'unanswered' };
