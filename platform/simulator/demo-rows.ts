import { getTableColumns, sql } from 'drizzle-orm';
import { toSnakeCase } from 'drizzle-orm/casing';
import { Temporal } from 'temporal-polyfill';
import { chainProfiles, type gymRoles, type memberships, type tans } from '#platform/db/schema/accounts.ts';
import type { nfcTokens, rfids } from '#platform/db/schema/cards.ts';
import type { gyms } from '#platform/db/schema/chains.ts';
import type { bookings, ProductRow, products } from '#platform/db/schema/products.ts';
import type { tasks } from '#platform/db/schema/tasks.ts';
import type { admissions, VisitKind, visits } from '#platform/db/schema/visits.ts';
import { productsOfNewGym } from '#platform/services/new-gyms/products-of-new-gym.ts';
import { toStoredIssuer } from '#platform/services/nfc/issuer.ts';
import { hourMs } from '#shared/calendar/durations.ts';
import { timeAt } from './calendar.ts';
import type { DemoAdmission } from './demo-admission.ts';
import { type DemoGymKey, demoChain, demoGyms } from './demo-gyms.ts';
import type { DemoMember } from './demo-member.ts';
import { type DemoLocale, inWordsOf } from './demo-words.ts';
import type { DemoVisit } from './invent-visits.ts';
import type { DemoBooking } from './invented-booking.ts';
import type { DemoTask } from './invented-task.ts';
import { createRandom } from './random.ts';

type Row<Table extends { $inferInsert: unknown }> = Table['$inferInsert'];

const { chainId } = demoChain;
const gymIdOf = (gym: DemoGymKey) => demoGyms[gym].gymId;

/** A member with the fields that the platform sets when it creates an account. */
export interface EnrolledMember extends DemoMember {
  legacyUserId: number;
  createdAt: Date;
  updatedAt: Date;
}

/** When a member joined, and when reception made the last change; never in the future. */
export function membershipTimes(member: DemoMember, now: Date): Pick<EnrolledMember, 'createdAt' | 'updatedAt'> {
  const random = createRandom(0, `times ${member.accountId}`);
  const noon = timeAt(Temporal.PlainDate.from(member.startOfContract), 12);
  const createdAt = new Date(Math.min(noon.getTime(), now.getTime() - random.integer(1, 240) * hourMs));
  return { createdAt, updatedAt: new Date(random.integer(createdAt.getTime(), now.getTime())) };
}

export function gymRow(gym: DemoGymKey, createdAt: Date): Row<typeof gyms> {
  const { gymId, name, timeZone, corporateNetwork, plus1 } = demoGyms[gym];
  return { chainId, gymId, name, timeZone, isInCorporateNetwork: corporateNetwork, takesPartInPlus1: plus1, createdAt };
}

export const productRows = (gym: DemoGymKey, locale: DemoLocale): Row<typeof products>[] =>
  productsOfNewGym(locale).map((product) => ({ chainId, gymId: gymIdOf(gym), ...product }));

export function profileRow(member: EnrolledMember): Row<typeof chainProfiles> {
  return {
    chainId,
    accountId: member.accountId,
    legacyUserId: member.legacyUserId,
    email: member.email,
    firstName: member.firstName,
    lastName: member.lastName,
    dateOfBirth: member.dateOfBirth,
    gender: member.gender,
    ...member.contact,
    sharesData: member.sharesData,
    createdAt: member.createdAt,
  };
}

const {
  chainId: _,
  accountId: __,
  legacyUserId: ___,
  emailKey: ____,
  createdAt: _____,
  ...profileColumns
} = getTableColumns(chainProfiles);

/** SQL: a profile that exists gets all values of the new row, also those that are absent there. */
export const overwriteProfile = sql`ON CONFLICT (chain_id, account_id) DO UPDATE SET ${sql.join(
  Object.keys(profileColumns)
    .map(toSnakeCase)
    .map((column) => sql`${sql.identifier(column)} = excluded.${sql.identifier(column)}`),
  sql`, `,
)}`;

export function membershipRow(member: EnrolledMember, locale: DemoLocale): Row<typeof memberships> {
  return {
    chainId,
    gymId: gymIdOf(member.gym),
    accountId: member.accountId,
    membershipId: member.membershipId,
    agreementNumber: member.agreementNumber,
    membershipType: member.membershipType,
    membershipSubType: inWordsOf(locale, member.membershipSubType),
    startOfContract: member.startOfContract,
    endOfContract: member.endOfContract,
    referringMemberId: member.referringMemberId,
    barcode: member.barcode,
    tan: member.entitlement?.verificationTan,
    createdAt: member.createdAt,
    updatedAt: member.updatedAt,
  };
}

export function tanRows({ accountId, entitlement, createdAt }: EnrolledMember): Row<typeof tans>[] {
  if (!entitlement) return [];
  const { verificationTan, startsOn, endsOn, plus1 } = entitlement;
  return [{ tan: verificationTan, startsOn, endsOn, isPlus1: plus1, accountId, createdAt }];
}

export function roleRows({ accountId, gym, trainer, gymOwner }: EnrolledMember): Row<typeof gymRoles>[] {
  if (!trainer && !gymOwner) return [];
  return [{ chainId, gymId: gymIdOf(gym), accountId, isTrainer: trainer, isGymOwner: gymOwner }];
}

export function rfidRows({ accountId, cards, createdAt }: EnrolledMember): Row<typeof rfids>[] {
  return cards.map((card) => ({ ...card, chainId, accountId, isFromGymSoftware: true, createdAt }));
}

export function nfcTokenRows({ accountId, pass, createdAt }: EnrolledMember): Row<typeof nfcTokens>[] {
  return pass ? [{ chainId, accountId, issuer: toStoredIssuer(pass), token: pass.token, createdAt }] : [];
}

export function bookingRow(
  { accountId, gym, product, startDate, endDate }: DemoBooking,
  products: readonly ProductRow[],
  updatedAt: Date,
): Row<typeof bookings> {
  const gymId = gymIdOf(gym);
  const booked = products.find((offer) => offer.gymId === gymId && offer.kind === product);
  if (!booked) throw new Error(`${demoGyms[gym].name} does not offer ${product}.`);
  return { chainId, gymId, accountId, productId: booked.productId, startDate, endDate, updatedAt };
}

export function visitRows({ accountId, gym, checkedInAt, checkedOutAt }: DemoVisit): Row<typeof visits>[] {
  const event = (kind: VisitKind, at: Date) => ({
    chainId,
    gymId: gymIdOf(gym),
    accountId,
    kind,
    occurredAt: at,
    recordedAt: at,
  });
  return [event('CHECKIN', checkedInAt), ...(checkedOutAt ? [event('CHECKOUT', checkedOutAt)] : [])];
}

export function admissionRow({ accountId, gym, admissionId, admittedAt }: DemoAdmission): Row<typeof admissions> {
  return { chainId, gymId: gymIdOf(gym), accountId, admissionId, admittedAt };
}

export function taskRow({ gym, completed, ...task }: DemoTask, locale: DemoLocale): Row<typeof tasks> {
  return {
    ...task,
    name: inWordsOf(locale, task.name),
    chainId,
    gymId: gymIdOf(gym),
    isCompleted: completed !== null,
    completerId: completed?.completerId,
    modifiedAt: completed?.at ?? task.createdAt,
  };
}
