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

/** The member that something is done to, and the location whose screen it was done on. */
export const memberInput = z.object({ locationId: z.uuid(), accountId: accountIdInput });

/** Characters of a message to the phone, and of the feature of the app that it opens. */
export const longestMessage = 500;
export const longestDeeplink = 100;

const contactField = <Name extends ContactText>(name: Name) => `contact.${name}` as const;
const membershipField = <Name extends MembershipText>(name: Name) => `membership.${name}` as const;

/**
 * What can be entered of a member, by the path that the platform names it by, as it stands on the page and in the form.
 * An optional text that is not named here stands at the end of its group.
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

/** Texts as they stand in a form: empty where nothing is known. Days are `yyyy-MM-dd`. */
export type ProfileValues = Record<ProfileField, string>;

export interface Profile {
  accountId: string;
  displayName: string;
  initials: string;
  values: ProfileValues;
  /** ISO instants; only for corporate members, the start only while it lies ahead. */
  corporateStart: string | null;
  corporateEnd: string | null;
}

/** What is known of a member, and from whom. */
export type ProfileAnswer =
  | { kind: 'current'; profile: Profile }
  /** The platform cannot be asked; the desk's own directory knows a part. */
  | { kind: 'remembered'; because: PlatformTrouble; profile: Profile; confirmedAt: string }
  /** The platform has no such member, or not any more. */
  | { kind: 'gone' }
  /** The platform cannot be asked, and the desk does not know the member. */
  | { kind: 'unavailable'; because: PlatformTrouble };

/** Longer than any field may be: what is too long is told at the field. */
export const longestEntry = 2_000;
const entry = z.string().max(longestEntry);
const entries = z.record(z.enum(profileFields), entry);

export const editInput = memberInput.extend({
  /** The values that the form was opened with. */
  base: entries,
  values: entries,
  tan: z.string().trim().max(100),
});
export type EditInput = z.infer<typeof editInput>;

/** A field that two people changed to different values. */
export interface EditConflict {
  field: ProfileField;
  /** What this person entered. */
  mine: string;
  /** What stands there now. */
  theirs: string;
}

/** What became of an edit. */
export type EditOutcome =
  | { kind: 'saved'; profile: Profile }
  | { kind: 'invalid'; problems: FieldProblems }
  /** Somebody else changed the same fields since the form was opened: this person chooses. */
  | { kind: 'changedMeanwhile'; conflicts: EditConflict[]; now: ProfileValues }
  | { kind: 'gone' };

/** A field of the form: what is kept of a member, and the TAN, which is only handed over. */
export type FormField = ProfileField | typeof tanField;
export const tanField = 'membership.verificationTAN';

/** What is entered of a member as it stands in its form: the TAN is a field among the others. */
export const personForm = z
  .record(z.enum([...profileFields, tanField]), entry)
  .transform(({ [tanField]: tan, ...values }) => ({ values, tan }));
export type PersonDraft = z.input<typeof personForm>;

const days: readonly FormField[] = ['dateOfBirth', 'membership.startOfContract', 'membership.endOfContract'];
export const isDay = (field: FormField): boolean => days.includes(field);

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
  | { code: 'tanTriedTooOften' }
  | { code: 'tanTaken'; other: OtherMember | null }
  | { code: 'emailTaken'; other: OtherMember | null }
  | { code: 'emailTakenElsewhere' }
  | { code: 'emailBlocked' }
  | { code: 'membershipIdTaken'; other: OtherMember | null }
  /** `sentence` is the platform's own, in English. */
  | { code: 'notAccepted'; sentence: string };

export type FieldProblems = Partial<Record<FormField, FieldProblem>>;

export const messageInput = memberInput.extend({
  /** Made by the browser, once a message: however often it is sent, the member gets it once. */
  messageId: z.uuid(),
  text: text(longestMessage).min(1),
  deeplink: text(longestDeeplink),
});
export type MessageInput = z.infer<typeof messageInput>;

export const messageForm = messageInput.pick({ text: true, deeplink: true });
export type MessageDraft = z.input<typeof messageForm>;

/** What became of a message. `unsure`: the platform did not answer, and may have it. */
export type MessageOutcome = { kind: 'sent' | 'unsure' | 'gone' };

export const removeInput = z.discriminatedUnion('how', [
  /** Membership and contract go; the chain keeps knowing the person. */
  memberInput.extend({ how: z.literal('end') }),
  /** Everything goes, for good. The name is typed, so that it is nobody else. */
  memberInput.extend({ how: z.literal('erase'), typedName: z.string().max(600) }),
]);
export type RemoveInput = z.infer<typeof removeInput>;

export type RemoveOutcome = { kind: 'removed' } | { kind: 'nameDiffers' };

export const memberRoles = ['trainer', 'gymOwner'] as const;
export type MemberRole = (typeof memberRoles)[number];

/** What a member is in this gym; null where the platform does not say. */
export type RolesView = Record<MemberRole, boolean | null>;
