import 'server-only';
import type { MemberAccount } from '#contracts/v2/accounts.ts';
import type { Location } from '#lib/db/schema/locations.ts';
import type { DeskContext } from '#lib/desk/base/desk-context.ts';
import { failureOf } from '#lib/desk/base/platform-failure.ts';
import { findInDirectory } from '#lib/desk/directory/directory.ts';
import { summarise } from '#lib/desk/directory/member.ts';
import { findAccountByEmail } from '#lib/gym-api/accounts.ts';
import { classifyFailure } from '#lib/gym-api/errors.ts';
import { type EmailAnswer, idEndingOf } from '#lib/wire/new-member.ts';
import { dayOf } from '#shared/calendar/club-day.ts';
import { rememberExisting } from './existing.ts';

/**
 * Says whether somebody with this e-mail address is known already, before a second one is made of them.
 * @throws ActionFailure where the platform could not be asked, and the directory does not know the address either
 */
export async function findByEmail(desk: DeskContext, location: Location, email: string): Promise<EmailAnswer> {
  const askedAt = new Date(desk.clock());
  const answer = await findAccountByEmail(desk.gymClientOf(location), email, 'interactive');
  if (answer.ok) {
    const { value } = answer;
    if (value.membership) return { kind: 'member', member: await rememberExisting(desk, location, value, askedAt) };
    return { kind: 'former', person: namesOf(value), ...beginning(desk, location) };
  }
  const failure = classifyFailure(answer.problem);
  if (failure.kind === 'missing') {
    if (failure.entity !== 'MEMBERSHIP') return { kind: 'new', ...beginning(desk, location) };
    return { kind: 'former', person: null, ...beginning(desk, location) };
  }
  const known = await findInDirectory(desk.db, location.id, { kind: 'email', value: email });
  if (failure.kind === 'unavailable' && known) return { kind: 'member', member: summarise(known) };
  throw failureOf(answer.problem);
}

function namesOf({ firstName, lastName }: MemberAccount) {
  return firstName && lastName ? { firstName, lastName } : null;
}

function beginning(desk: DeskContext, location: Location) {
  const today = dayOf(desk.clock(), location.timeZone);
  return { today, idEnding: idEndingOf(today, desk.newId()) };
}
