import { z } from 'zod';
import { emailAddress } from '#contracts/v2/primitives.ts';
import { type FieldProblems, profileFields } from './members.ts';
import type { MemberSummary } from './verdict.ts';

/** Without letters that are taken for a digit, and without vowels: it forms no word. */
const signs = '23456789BCDFGHJKMNPQRSTVWXZ';
const randomSigns = 4;

/**
 * What follows the letter of a membership id that the desk proposes, such as `261121-7KQ4`: the day, and signs by which
 * two of a day differ. Whether it is free, the platform says.
 */
export function idEndingOf(day: string, uuid: string): string {
  const digits = uuid.replaceAll('-', '');
  const picked = Array.from({ length: randomSigns }, (_, index) => {
    const number = Number.parseInt(digits.slice(index * 2, index * 2 + 2), 16);
    return signs[number % signs.length];
  });
  return `${day.slice(2).replaceAll('-', '')}-${picked.join('')}`;
}

/** The id that the desk proposes: `P-…` for a prospect, `M-…` for a member. */
export const proposedId = (membershipType: string, ending: string): string =>
  `${membershipType === 'PROSPECT' ? 'P' : 'M'}-${ending}`;

export const newEmailInput = z.object({ locationId: z.uuid(), email: emailAddress });

/** Longer than any field may be: what is too long is told at the field. */
const entry = z.string().trim().max(2_000);

/** What was entered of somebody who is to become a member. */
export const newMemberInput = z.object({
  locationId: z.uuid(),
  values: z.record(z.enum(profileFields), entry),
  tan: z.string().trim().max(100),
});
export type NewMemberInput = z.infer<typeof newMemberInput>;

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
