import { z } from 'zod';
import { type FieldProblems, profileFields } from './members.ts';
import { typedEmail } from './typed-email.ts';
import type { MemberSummary } from './verdict.ts';

/** No letters that look like a digit, and no vowels, so that it forms no word. */
const signs = '23456789BCDFGHJKMNPQRSTVWXZ';
const randomSigns = 4;

/**
 * The part after the letter of a proposed membership id, such as `261121-7KQ4`: the day, and random characters that
 * make it unique within a day. The platform decides whether it is free.
 */
export function idEndingOf(day: string, uuid: string): string {
  const digits = uuid.replaceAll('-', '');
  const picked = Array.from({ length: randomSigns }, (_, index) => {
    const number = Number.parseInt(digits.slice(index * 2, index * 2 + 2), 16);
    return signs[number % signs.length];
  });
  return `${day.slice(2).replaceAll('-', '')}-${picked.join('')}`;
}

/** The membership id that the desk proposes: `P-…` for a prospect, `M-…` for a member. */
export const proposedId = (membershipType: string, ending: string): string =>
  `${membershipType === 'PROSPECT' ? 'P' : 'M'}-${ending}`;

export const newEmailInput = z.object({ locationId: z.uuid(), email: typedEmail });

/** Longer than every field's own limit: a value that is too long gets an error at its field. */
const entry = z.string().trim().max(2_000);

/** The form data of a new member. */
export const newMemberInput = z.object({
  locationId: z.uuid(),
  values: z.record(z.enum(profileFields), entry),
  tan: z.string().trim().max(100),
});
export type NewMemberInput = z.infer<typeof newMemberInput>;

/** What the platform knows about an e-mail address. */
export type EmailAnswer =
  /** A member of the chain already: nothing to create. */
  | { kind: 'member'; member: MemberSummary }
  /** A former member: the same name and birth date reactivate the old account. */
  | ({ kind: 'former'; person: PersonNames | null } & Beginning)
  | ({ kind: 'new' } & Beginning);

/** Initial values of a new membership. */
export interface Beginning {
  /** Today at the location, `yyyy-MM-dd`. */
  today: string;
  /** The part after the letter of a new membership id. */
  idEnding: string;
}

export interface PersonNames {
  firstName: string;
  lastName: string;
}

/** What an existing member has in common with the new one. */
export type Likeness = 'membershipId' | 'email' | 'both' | 'person';

/** The outcome of creating a member. Only `created` has changed anything. */
export type CreateOutcome =
  | { kind: 'created'; accountId: string; displayName: string }
  | { kind: 'invalid'; problems: FieldProblems }
  /** `by` is null where the platform does not name the member. */
  | { kind: 'exists'; through: Likeness; by: MemberSummary | null; idEnding: string }
  /** The e-mail address belongs to a former member with another name or birth date. */
  | { kind: 'formerOtherPerson' }
  /** The e-mail address belongs to a person of another chain with another name or birth date. */
  | { kind: 'elsewhereOtherPerson' }
  /** The platform allows no account with this e-mail address. */
  | { kind: 'emailForbidden' }
  | { kind: 'conflict' }
  /** No response. The member may exist or not; a retry creates no duplicate. */
  | { kind: 'unanswered' };
