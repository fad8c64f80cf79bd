import { z } from 'zod';
import {
  booleanText,
  emailAddress,
  isoDate,
  isoInstant,
  openEnum,
  optional,
  requiredText,
  type Sent,
  text,
  wholeNumberText,
} from './primitives.ts';
import { idAsRead, listAsRead, textAsRead } from './reading.ts';

export const genders = ['MALE', 'FEMALE', 'NON_BINARY'] as const;
export const membershipTypes = ['BASIC', 'PREMIUM', 'PROSPECT', 'CORPORATE_FITNESS'] as const;
export type MembershipType = (typeof membershipTypes)[number];

const contactRequest = z.object({
  phone: optional(text(255)).meta({ description: 'Telephone number.' }),
  street: optional(text(255)).meta({ description: 'Street without the number.' }),
  streetNumber: optional(text(255)).meta({ description: 'House number.' }),
  zipCode: optional(text(255)).meta({ description: 'Postal code.' }),
  city: optional(text(255)).meta({ description: 'Town or city.' }),
  state: optional(text(255)).meta({ description: 'State or region.' }),
  country: optional(text(255)).meta({ description: 'Country, ISO 3166-1 alpha-2.', example: 'DE' }),
});

const patchMembershipFields = {
  membershipId: optional(requiredText()).meta({
    description: "The member's id in the gym software; one member a chain.",
  }),
  agreementNumber: optional(text(255)).meta({ description: 'Number of the contract between member and chain.' }),
  membershipType: optional(z.enum(membershipTypes)).meta({ description: 'Decides which features the member has.' }),
  membershipSubType: optional(text(128)).meta({ description: 'Finer kind of membership, named by the gym.' }),
  startOfContract: optional(isoDate).meta({ description: 'First day of the contract.' }),
  endOfContract: optional(isoDate).meta({
    description:
      'Last day of the contract, or the day it would end if it were cancelled now; not before `startOfContract`.',
  }),
  referringMemberId: optional(text(255)).meta({ description: 'Membership id of the member who brought this one.' }),
  barcode: optional(text(255)).meta({ description: 'Barcode the member shows at the desk.' }),
};

const contractInOrder = (contract: { startOfContract?: string | null; endOfContract?: string | null }) =>
  !contract.startOfContract || !contract.endOfContract || contract.startOfContract <= contract.endOfContract;
const contractOrderIssue = { error: 'Must be on or after startOfContract.', path: ['endOfContract'] };

const membershipRequest = z
  .object({
    ...patchMembershipFields,
    membershipId: requiredText().meta({ description: "The member's id in the gym software; one member a chain." }),
    membershipType: z.enum(membershipTypes).meta({ description: 'Decides which features the member has.' }),
    startOfContract: isoDate.meta({ description: 'First day of the contract.' }),
    verificationTAN: optional(
      z
        .string()
        .trim()
        .regex(/^\d{9}$/, 'Must be 9 digits.'),
    ).meta({
      description: 'Needed when the membership becomes `CORPORATE_FITNESS`: the TAN the member was given.',
    }),
  })
  .refine(contractInOrder, contractOrderIssue);

/** Body of `POST /accounts` and `PUT /accounts/{accountId}`. Read-only fields may be sent back and are ignored. */
export const memberAccountRequest = z
  .object({
    email: emailAddress.meta({ description: 'E-mail address; one account a chain.' }),
    firstName: requiredText().meta({ description: 'First name.' }),
    lastName: requiredText().meta({ description: 'Last name.' }),
    dateOfBirth: optional(isoDate).meta({ description: 'Date of birth.' }),
    gender: z.enum(genders).meta({ description: 'Gender. Machines treat `NON_BINARY` as `FEMALE` today.' }),
    contact: optional(contactRequest).meta({ description: 'How to reach the member.' }),
    membership: membershipRequest.meta({ description: 'Membership and contract.' }),
  })
  .meta({ id: 'MemberAccountRequest' });
export type MemberAccountRequest = z.infer<typeof memberAccountRequest>;
export type SentMemberAccount = Sent<MemberAccountRequest>;

/** Body of `PATCH /accounts/{accountId}`: fields that are absent or null stay as they are. */
export const patchMemberAccountRequest = z
  .object({
    email: optional(emailAddress).meta({ description: 'E-mail address; one account a chain.' }),
    firstName: optional(requiredText()).meta({ description: 'First name.' }),
    lastName: optional(requiredText()).meta({ description: 'Last name.' }),
    dateOfBirth: optional(isoDate).meta({ description: 'Date of birth.' }),
    gender: optional(z.enum(genders)).meta({ description: 'Gender. Machines treat `NON_BINARY` as `FEMALE` today.' }),
    contact: optional(contactRequest).meta({ description: 'How to reach the member.' }),
    membership: optional(z.object(patchMembershipFields).refine(contractInOrder, contractOrderIssue)).meta({
      description: 'Membership and contract.',
    }),
  })
  .meta({ id: 'MemberAccountChange' });
export type PatchMemberAccountRequest = z.infer<typeof patchMemberAccountRequest>;
export type SentMemberAccountChange = Sent<PatchMemberAccountRequest>;

const anyText = z.string().nullish();

export const contact = z.object({
  phone: anyText,
  street: anyText,
  streetNumber: anyText,
  zipCode: anyText,
  city: anyText,
  state: anyText,
  country: anyText,
});

export const corporateFitness = z.object({
  startTimestamp: anyText.meta({ description: 'When the entitlement starts; only while that lies ahead.' }),
  endTimestamp: anyText.meta({ description: 'When the entitlement ends; only where an end is set.' }),
});

export const membership = z.object({
  membershipId: anyText,
  agreementNumber: anyText,
  membershipType: openEnum(membershipTypes).nullish(),
  membershipSubType: anyText,
  startOfContract: anyText,
  endOfContract: anyText,
  referringMemberId: anyText,
  barcode: anyText,
  corporateFitness: corporateFitness.nullish().meta({ description: 'Only for `CORPORATE_FITNESS`.' }),
});

/** A member as answered. Unknown fields and enum members are tolerated by a reader. */
export const memberAccount = z
  .object({
    accountId: z.string().min(1),
    email: anyText,
    firstName: anyText,
    lastName: anyText,
    dateOfBirth: anyText,
    gender: openEnum(genders).nullish(),
    contact: contact.nullish(),
    membership: membership.nullish(),
  })
  .meta({ id: 'MemberAccount' });
export type MemberAccount = z.infer<typeof memberAccount>;

const textOrNumber = textAsRead.nullish();

/** A member as a client reads one: what elsewhere may be kept as a number is text. */
export const memberAccountAsRead = memberAccount.extend({
  accountId: idAsRead,
  contact: contact.extend({ phone: textOrNumber, streetNumber: textOrNumber, zipCode: textOrNumber }).nullish(),
  membership: membership
    .extend({
      membershipId: textOrNumber,
      agreementNumber: textOrNumber,
      referringMemberId: textOrNumber,
      barcode: textOrNumber,
    })
    .nullish(),
});
export const memberListAsRead = listAsRead(memberAccountAsRead);

/** Query of `GET /accounts`. Values arrive as text. */
export const listAccountsQuery = z.object({
  currentGymOnly: booleanText.default(true),
  fromTimestamp: isoInstant.optional(),
  toTimestamp: isoInstant.optional(),
  offset: wholeNumberText(2_147_483_647).default(0),
  limit: wholeNumberText(100).default(10),
});
export type ListAccountsQuery = z.infer<typeof listAccountsQuery>;

export const accountPage = z
  .object({
    offset: z.number().int(),
    limit: z.number().int(),
    items: z.array(memberAccount),
    total: z.number().int(),
    hasNext: z.boolean(),
    nextAfterId: z.number().int().nullish().meta({ description: 'Cursor of the next page, where there is one.' }),
  })
  .meta({ id: 'AccountPage' });
export type AccountPage = z.infer<typeof accountPage>;

/** More than any list has. A greater total, which a platform may answer where it does not count, is none. */
const greatestTotal = 2_147_483_647;

/** A page as a client reads it: by its items, and by whether another follows. */
export const accountPageAsRead = z
  .object({ items: memberListAsRead, hasNext: z.boolean().nullish(), total: z.unknown().optional() })
  .transform(({ items: { items, unreadable }, hasNext, total }) => ({
    items,
    unreadable,
    hasNext: hasNext ?? null,
    total: z.int().min(0).max(greatestTotal).safeParse(total).data ?? null,
  }));
export type AccountPageAsRead = z.infer<typeof accountPageAsRead>;

/** Query of `GET /accounts/corporate-fitness`: inclusive days in the gym's time zone, both mandatory. */
export const corporateFitnessQuery = z
  .object({ endDateFrom: isoDate, endDateTo: isoDate })
  .refine((range) => range.endDateFrom <= range.endDateTo, {
    error: 'Must be on or after endDateFrom.',
    path: ['endDateTo'],
  });

/** Query of `DELETE /accounts/{accountId}`. */
export const deleteAccountQuery = z.object({
  eraseMemberData: booleanText.default(false),
});
