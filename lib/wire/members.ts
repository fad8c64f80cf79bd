import { z } from 'zod';
import {
  type ContactText,
  contactTexts,
  type MembershipText,
  membershipTexts,
  namesOf,
} from '#contracts/v2/account-fields.ts';
import { text } from '#contracts/v2/primitives.ts';
import { accountIdInput } from './account-id.ts';
import type { PlatformTrouble } from './platform-trouble.ts';

/** The member that an action concerns, and the location of the screen. */
export const memberInput = z.object({ locationId: z.uuid(), accountId: accountIdInput });

/** Maximum characters of a push message, and of the app deep link that it opens. */
export const longestMessage = 500;
export const longestDeeplink = 100;

const contactField = <Name extends ContactText>(name: Name) => `contact.${name}` as const;
const membershipField = <Name extends MembershipText>(name: Name) => `membership.${name}` as const;

/**
 * The editable fields of a member, by their path at the platform, in the order of the page and the form. Optional texts
 * that are not listed here come last in their group.
 */
export const fieldGroups = [
  {
    group: 'personGroup',
    fields: ['firstName', 'lastName', 'email', 'contact.phone', 'dateOfBirth', 'gender'],
  },
  {
    group: 'addressGroup',
    fields: namesOf(contactTexts)
      .map(contactField)
      .filter((field) => field !== 'contact.phone'),
  },
  {
    group: 'membershipGroup',
    fields: [
      'membership.membershipId',
      'membership.agreementNumber',
      'membership.membershipType',
      'membership.membershipSubType',
      'membership.startOfContract',
      'membership.endOfContract',
      ...namesOf(membershipTexts)
        .map(membershipField)
        .filter((field) => field !== 'membership.agreementNumber' && field !== 'membership.membershipSubType'),
    ],
  },
] as const;

export const profileFields = fieldGroups.flatMap(({ fields }) => [...fields]);
export type ProfileField = (typeof profileFields)[number];

/** The values of a form: an empty text where a value is unknown. Days are `yyyy-MM-dd`. */
export type ProfileValues = Record<ProfileField, string>;

export interface Profile {
  accountId: string;
  displayName: string;
  initials: string;
  values: ProfileValues;
  /** ISO instants, only for corporate members. The platform returns the start only while it is in the future; the directory keeps it. */
  corporateStart: string | null;
  corporateEnd: string | null;
}

/** A member's profile, and where it comes from. */
export type ProfileAnswer =
  | { kind: 'current'; profile: Profile }
  /** The platform is unavailable; the profile is the part in the desk's own directory. */
  | { kind: 'remembered'; because: PlatformTrouble; profile: Profile; confirmedAt: string }
  /** The platform has no such member, or no longer. */
  | { kind: 'gone' }
  /** The platform is unavailable, and the desk does not know the member. */
  | { kind: 'unavailable'; because: PlatformTrouble };

/** Longer than every field's own limit: a value that is too long gets an error at its field. */
export const longestEntry = 2_000;
const entry = z.string().max(longestEntry);
const entries = z.record(z.enum(profileFields), entry);

export const editInput = memberInput.extend({
  /** The values at the time when the form was opened. */
  base: entries,
  values: entries,
  tan: z.string().trim().max(100),
});
export type EditInput = z.infer<typeof editInput>;

/** A field that two users changed to different values. */
export interface EditConflict {
  field: ProfileField;
  /** The value that this user entered. */
  mine: string;
  /** The current value. */
  theirs: string;
}

/** The outcome of an edit. */
export type EditOutcome =
  | { kind: 'saved'; profile: Profile }
  | { kind: 'invalid'; problems: FieldProblems }
  /** Another user changed the same fields since the form was opened: this user has to choose. */
  | { kind: 'changedMeanwhile'; conflicts: EditConflict[]; now: ProfileValues }
  | { kind: 'gone' };

/** A field of the form: a stored field, or the TAN, which is only passed on. */
export type FormField = ProfileField | typeof tanField;
export const tanField = 'membership.verificationTAN' as const;

/** The form of a member, where the TAN is a field like the others. */
export const personForm = z
  .record(z.enum([...profileFields, tanField]), entry)
  .transform(({ [tanField]: tan, ...values }) => ({ values, tan }));
export type PersonDraft = z.input<typeof personForm>;

const days: readonly FormField[] = ['dateOfBirth', 'membership.startOfContract', 'membership.endOfContract'];
export const isDay = (field: FormField): boolean => days.includes(field);

/** Another member who already has the entered value. */
export interface OtherMember {
  accountId: string;
  displayName: string;
}

/** Why a value was rejected. */
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
  | { code: 'tanTriedTooOften' }
  | { code: 'tanTaken'; other: OtherMember | null }
  | { code: 'emailTaken'; other: OtherMember | null }
  | { code: 'emailTakenElsewhere' }
  | { code: 'emailBlocked' }
  | { code: 'membershipIdTaken'; other: OtherMember | null }
  /** `sentence` is the platform's message, in English. */
  | { code: 'notAccepted'; sentence: string };

export type FieldProblems = Partial<Record<FormField, FieldProblem>>;

export const messageInput = memberInput.extend({
  /**
   * Idempotency key, created once per message in the browser: the member receives it once, however often it is sent.
   */
  messageId: z.uuid(),
  text: text(longestMessage).min(1),
  deeplink: text(longestDeeplink),
});
export type MessageInput = z.infer<typeof messageInput>;

export const messageForm = messageInput.pick({ text: true, deeplink: true });
export type MessageDraft = z.input<typeof messageForm>;

/** The outcome of a message. `unsure`: the platform did not respond, but may have received it. */
export type MessageOutcome = { kind: 'sent' | 'unsure' | 'gone' };

export const removeInput = z.discriminatedUnion('how', [
  /** Deletes membership and contract; the chain still knows the person. */
  memberInput.extend({ how: z.literal('end') }),
  /** Deletes everything permanently. The user types the name to confirm that it is the right member. */
  memberInput.extend({ how: z.literal('erase'), typedName: z.string().max(600) }),
]);
export type RemoveInput = z.infer<typeof removeInput>;

export type RemoveOutcome = { kind: 'removed' } | { kind: 'nameDiffers' };

export const memberRoles = ['trainer', 'gymOwner'] as const;
export type MemberRole = (typeof memberRoles)[number];

/** The roles of a member in this gym; null where the platform does not report one. */
export type RolesView = Record<MemberRole, boolean | null>;
