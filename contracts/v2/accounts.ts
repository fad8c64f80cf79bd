import { z } from 'zod';
import {
  accountField,
  contactTexts,
  genders,
  membershipField,
  membershipTexts,
  membershipTypes,
  type OptionalText,
  ofEach,
} from './account-fields.ts';
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
import { idAsRead, listAsRead, pageAsRead, textAsRead } from './reading.ts';

const textOfRequest = ({ longest, about }: OptionalText) => optional(text(longest)).meta(about);

const contactRequest = z.object(ofEach(contactTexts, textOfRequest));

const patchMembershipFields = {
  membershipId: optional(requiredText()).meta(membershipField.membershipId),
  membershipType: optional(z.enum(membershipTypes)).meta(membershipField.membershipType),
  startOfContract: optional(isoDate).meta(membershipField.startOfContract),
  endOfContract: optional(isoDate).meta(membershipField.endOfContract),
  ...ofEach(membershipTexts, textOfRequest),
};

const contractInOrder = (contract: { startOfContract?: string | null; endOfContract?: string | null }) =>
  !contract.startOfContract || !contract.endOfContract || contract.startOfContract <= contract.endOfContract;
const contractOrderIssue = { error: 'Must be on or after startOfContract.', path: ['endOfContract'] };

const membershipRequest = z
  .object({
    ...patchMembershipFields,
    membershipId: requiredText().meta(membershipField.membershipId),
    membershipType: z.enum(membershipTypes).meta(membershipField.membershipType),
    startOfContract: isoDate.meta(membershipField.startOfContract),
    verificationTAN: optional(
      z
        .string()
        .trim()
        .regex(/^\d{9}$/, 'Must be 9 digits.'),
    ).meta({
      description: 'Needed when the membership becomes `CORPORATE_FITNESS`: the TAN the member was given.',
      example: '481920357',
    }),
  })
  .refine(contractInOrder, contractOrderIssue);

/** Body of `POST /accounts` and `PUT /accounts/{accountId}`. Read-only fields may be sent back and are ignored. */
export const memberAccountRequest = z
  .object({
    email: emailAddress.meta(accountField.email),
    firstName: requiredText().meta(accountField.firstName),
    lastName: requiredText().meta(accountField.lastName),
    dateOfBirth: optional(isoDate).meta(accountField.dateOfBirth),
    gender: z.enum(genders).meta(accountField.gender),
    contact: optional(contactRequest).meta(accountField.contact),
    membership: membershipRequest.meta(accountField.membership),
  })
  .meta({ id: 'MemberAccountRequest' });
export type MemberAccountRequest = z.infer<typeof memberAccountRequest>;
export type SentMemberAccount = Sent<MemberAccountRequest>;

/** Body of `PATCH /accounts/{accountId}`. Fields that are absent or null stay unchanged. */
export const patchMemberAccountRequest = z
  .object({
    email: optional(emailAddress).meta(accountField.email),
    firstName: optional(requiredText()).meta(accountField.firstName),
    lastName: optional(requiredText()).meta(accountField.lastName),
    dateOfBirth: optional(isoDate).meta(accountField.dateOfBirth),
    gender: optional(z.enum(genders)).meta(accountField.gender),
    contact: optional(contactRequest).meta(accountField.contact),
    membership: optional(z.object(patchMembershipFields).refine(contractInOrder, contractOrderIssue)).meta(
      accountField.membership,
    ),
  })
  .meta({ id: 'MemberAccountChange' });
export type PatchMemberAccountRequest = z.infer<typeof patchMemberAccountRequest>;
export type SentMemberAccountChange = Sent<PatchMemberAccountRequest>;

const anyText = z.string().nullish();

const textOfAnswer = ({ about }: OptionalText) => anyText.meta(about);

const contact = z.object(ofEach(contactTexts, textOfAnswer));

const corporateFitness = z.object({
  startTimestamp: anyText.meta({
    description: 'When the entitlement starts; only while that lies ahead.',
    example: '2026-12-31T23:00:00.000Z',
  }),
  endTimestamp: anyText.meta({
    description: 'When the entitlement ends; only where an end is set.',
    example: '2027-12-31T22:59:59.000Z',
  }),
});

const membership = z.object({
  membershipId: anyText.meta(membershipField.membershipId),
  membershipType: openEnum(membershipTypes).nullish().meta(membershipField.membershipType),
  startOfContract: anyText.meta(membershipField.startOfContract),
  endOfContract: anyText.meta(membershipField.endOfContract),
  ...ofEach(membershipTexts, textOfAnswer),
  corporateFitness: corporateFitness.nullish().meta(membershipField.corporateFitness),
});

/** A member in a response. A client tolerates unknown fields and enum values. */
export const memberAccount = z
  .object({
    accountId: z.string().min(1).meta(accountField.accountId),
    email: anyText.meta(accountField.email),
    firstName: anyText.meta(accountField.firstName),
    lastName: anyText.meta(accountField.lastName),
    dateOfBirth: anyText.meta(accountField.dateOfBirth),
    gender: openEnum(genders).nullish().meta(accountField.gender),
    contact: contact.nullish().meta(accountField.contact),
    membership: membership.nullish().meta(accountField.membership),
  })
  .meta({ id: 'MemberAccount' });
export type MemberAccount = z.infer<typeof memberAccount>;

const textOrNumber = textAsRead.nullish();
const textFromElsewhere = ({ mayBeNumber }: OptionalText) => (mayBeNumber ? textOrNumber : anyText);

const membershipAsRead = membership.extend({
  membershipId: textOrNumber,
  ...ofEach(membershipTexts, textFromElsewhere),
});

/** The fields that show that there is a contract. The type alone, or its finer kind, may be left of one that has ended. */
const contractFields = ['membershipId', 'startOfContract', 'endOfContract', 'agreementNumber', 'barcode'] as const;

const hasContract = (told: z.infer<typeof membershipAsRead>) =>
  [
    ...contractFields.map((field) => told[field]),
    told.corporateFitness?.startTimestamp,
    told.corporateFitness?.endTimestamp,
  ].some((value) => value?.trim());

/**
 * An ended membership may be answered as what is left of it, without id and contract data: it is none. Id and start alone may be
 * absent from a running one, as any field of an answer.
 */
const endedToNull = (told: z.infer<typeof membershipAsRead> | null | undefined) =>
  told && hasContract(told) ? told : null;

/**
 * A member as a client parses one. Fields that another platform may store as numbers become text. `membership` is null for an
 * account that is no member any more.
 */
export const memberAccountAsRead = memberAccount.extend({
  accountId: idAsRead,
  contact: contact.extend(ofEach(contactTexts, textFromElsewhere)).nullish(),
  membership: membershipAsRead.nullish().transform(endedToNull),
});
export const memberListAsRead = listAsRead(memberAccountAsRead);

export const maxAccountsPerPage = 100;

/** Query of `GET /accounts`. Values arrive as text. */
export const listAccountsQuery = z.object({
  currentGymOnly: booleanText.default(true).meta({
    description: 'Only members of the gym of the key; `false` lists the whole chain. `true` where absent.',
    example: false,
  }),
  fromTimestamp: isoInstant.optional().meta({
    description: 'Only members changed at this instant or later.',
    example: '2026-11-01T00:00:00Z',
  }),
  toTimestamp: isoInstant.optional().meta({
    description: 'Only members changed at this instant or earlier.',
    example: '2026-11-30T23:59:59Z',
  }),
  offset: wholeNumberText(2_147_483_647)
    .default(0)
    .meta({ description: 'How many members to pass over; 0 where absent.', example: 20 }),
  limit: wholeNumberText(maxAccountsPerPage)
    .default(10)
    .meta({ description: 'How many members to answer at most; 10 where absent.', example: 50 }),
});
export type ListAccountsQuery = z.infer<typeof listAccountsQuery>;

export const accountPage = z
  .object({
    offset: z.number().int().meta({ description: 'As it was asked for.', example: 20 }),
    limit: z.number().int().meta({ description: 'As it was asked for.', example: 50 }),
    items: z.array(memberAccount).meta({ description: 'The members of this page.' }),
    total: z.number().int().meta({ description: 'How many members there are on all pages.', example: 1284 }),
    hasNext: z.boolean().meta({ description: 'Whether another page follows.', example: true }),
    nextAfterId: z.number().int().nullish().meta({
      description: 'Id of the last member of this page, where another one follows; it is asked for by `offset`.',
      example: 104271,
    }),
  })
  .meta({ id: 'AccountPage' });
export type AccountPage = z.infer<typeof accountPage>;

/** More than any list has. A larger total, which a platform may send if it does not count, is treated as missing. */
const greatestTotal = 2_147_483_647;

/** A page as a client parses it: its items, and what it says about the list. What it does not say is null. */
export const accountPageAsRead = pageAsRead({
  items: memberListAsRead,
  hasNext: z.boolean().nullish(),
  total: z.unknown().optional(),
  limit: z.unknown().optional(),
  nextAfterId: z.unknown().optional(),
}).transform(({ items: { items, unreadable }, hasNext, total, limit, nextAfterId }) => ({
  items,
  unreadable,
  hasNext: hasNext ?? null,
  total: z.int().min(0).max(greatestTotal).safeParse(total).data ?? null,
  limit: z.int().min(1).safeParse(limit).data ?? null,
  /** Whether it names a next page. 0 and an empty text name none. */
  hasCursor: Boolean(nextAfterId),
}));
export type AccountPageAsRead = z.infer<typeof accountPageAsRead>;

/** Query of `GET /accounts/corporate-fitness`: inclusive days in the gym's time zone, both required. */
export const corporateFitnessQuery = z
  .object({
    endDateFrom: isoDate.meta({ description: 'First day on which the entitlement ends.', example: '2026-12-01' }),
    endDateTo: isoDate.meta({ description: 'Last day on which the entitlement ends.', example: '2026-12-31' }),
  })
  .refine((range) => range.endDateFrom <= range.endDateTo, {
    error: 'Must be on or after endDateFrom.',
    path: ['endDateTo'],
  });

/** Query of `DELETE /accounts/{accountId}`. */
export const deleteAccountQuery = z.object({
  eraseMemberData: booleanText.default(false).meta({
    description: 'Whether the person goes too, and not the membership alone. `false` where absent.',
    example: true,
  }),
});
