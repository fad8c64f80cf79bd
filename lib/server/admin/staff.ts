import 'server-only';
import { and, asc, eq, ne } from 'drizzle-orm';
import { z } from 'zod';
import { createStaff } from '#lib/server/auth/create-staff.ts';
import { forgetEnrolment, withNewEnrolments } from '#lib/server/auth/passkeys/enrolment.ts';
import { removeAllPasskeys } from '#lib/server/auth/passkeys/remove-all-passkeys.ts';
import { refuseUnsafePassword } from '#lib/server/auth/safe-password.ts';
import { endAllSessions } from '#lib/server/auth/session/sessions.ts';
import { createSignInLink } from '#lib/server/auth/sign-in-link.ts';
import { passwordInput, staffInput, staffRole } from '#lib/server/auth/staff-input.ts';
import { ActionFailure } from '#lib/server/base/failure.ts';
import { writeAudit } from '#lib/server/base/write-audit.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import type { AuditAction } from '#lib/server/db/schema/audit-log.ts';
import { locations } from '#lib/server/db/schema/locations.ts';
import { type Staff, staff, staffLocations, staffPasskeys } from '#lib/server/db/schema/staff.ts';
import type { StaffRole } from '#lib/wire/staff.ts';
import { hashPassword } from '#shared/password/password.ts';
import type { AdminContext } from './admin-context.ts';
import { locationInput, requireMeantLocation } from './find-location.ts';

const input = staffInput.extend({
  role: staffRole,
  location: z.array(locationInput).optional(),
});

/** The password from standard input, without the newline that a shell appends. */
const readPassword = async ({ host }: AdminContext<'readInput'>) => (await host.readInput()).replace(/\r?\n$/, '');

/** Reads the password from standard input. */
export async function createStaffCommand(context: AdminContext<'readInput'>, options: unknown) {
  const { desk } = context;
  const password = await readPassword(context);
  const { location, ...person } = input.parse({ ...(options as object), password }); // safe because: commander passes an object
  return desk.db.transaction(async (tx) => {
    const locationIds: string[] = [];
    for (const meant of location ?? []) locationIds.push((await requireMeantLocation(tx, meant)).id);
    const staffId = await createStaff(tx, desk, { ...person, locationIds: location ? locationIds : 'all' });
    const [created] = await listStaff(tx, staffId);
    for (const { id } of created?.locations ?? []) {
      await writeAudit(tx, desk, { locationId: id, staffId: null, action: 'createStaff', reason: staffId });
    }
    return created;
  });
}

interface ListedStaff {
  id: string;
  email: string;
  name: string;
  role: StaffRole;
  isDisabled: boolean;
  locations: { id: string; name: string; slug: string }[];
}

/** All staff members in order of their names, or the one with this id. */
export async function listStaff(db: Queryable, staffId?: string): Promise<ListedStaff[]> {
  const rows = await db
    .select({ staff, location: { id: locations.id, name: locations.name, slug: locations.slug } })
    .from(staff)
    .leftJoin(staffLocations, eq(staffLocations.staffId, staff.id))
    .leftJoin(locations, eq(locations.id, staffLocations.locationId))
    .where(staffId === undefined ? undefined : eq(staff.id, staffId))
    .orderBy(asc(staff.name), asc(staff.id), asc(locations.name));
  return [...Map.groupBy(rows, (row) => row.staff.id).values()].flatMap((rowsOfPerson) => {
    const [first] = rowsOfPerson;
    if (!first) return [];
    const { id, email, name, role, disabledAt } = first.staff;
    const own = rowsOfPerson.flatMap(({ location }) => (location ? [location] : []));
    return [{ id, email, name, role, isDisabled: disabledAt !== null, locations: own }];
  });
}

interface OfStaff {
  email: string;
}

/** Ends all sessions of a staff member and allows no new one. */
export const disableStaff = ({ desk }: AdminContext, { email }: OfStaff): Promise<ListedStaff> =>
  changeStaff(desk, { email, action: 'disableStaff' }, async (tx, { id }) => {
    await tx
      .update(staff)
      .set({ disabledAt: new Date(desk.clock()) })
      .where(eq(staff.id, id));
    await endAllSessions(tx, id);
  });

/** Enables a disabled staff member. Their earlier sessions stay ended, and a required passkey can again be put off for some days. */
export const enableStaff = ({ desk }: AdminContext, { email }: OfStaff): Promise<ListedStaff> =>
  changeStaff(desk, { email, action: 'enableStaff' }, async (tx, { id, disabledAt }) => {
    if (disabledAt === null) return unchanged;
    await tx.update(staff).set({ disabledAt: null, passkeyDueAt: null }).where(eq(staff.id, id));
    return null;
  });

/**
 * Removes all passkeys of a staff member who has lost them: the password alone signs in again. Where a gym requires one, they may
 * again put it off for some days, also without having had any.
 */
export const removePasskeys = ({ desk }: AdminContext, { email }: OfStaff): Promise<ListedStaff> =>
  changeStaff(desk, { email, action: 'removePasskeys' }, async (tx, { id }) => {
    await tx.delete(staffPasskeys).where(eq(staffPasskeys.staffId, id));
    await forgetEnrolment(tx, eq(staff.id, id));
  });

/** Changes the role at once, also in open sessions. */
export const setRole = ({ desk }: AdminContext, { email, role }: OfStaff & { role: string }): Promise<ListedStaff> => {
  const known = staffRole.parse(role);
  return changeStaff(desk, { email, action: 'setRole' }, async (tx, { id }) => {
    const isThis = eq(staff.id, id);
    const isOther = and(isThis, ne(staff.role, known));
    await withNewEnrolments(tx, isThis, async () => {
      const changed = await tx.update(staff).set({ role: known }).where(isOther).returning({ id: staff.id });
      // it was allowed to somebody in another role
      if (changed.length === 0) return;
      await tx.update(staffLocations).set({ mayReadReports: false }).where(eq(staffLocations.staffId, id));
    });
  });
};

/** Reads the password from standard input, ends all sessions of the staff member and removes their passkeys. */
export async function setPassword(context: AdminContext<'readInput'>, { email }: OfStaff): Promise<ListedStaff> {
  const { password } = z.object({ password: passwordInput }).parse({ password: await readPassword(context) });
  const passwordHash = await hashPassword(password);
  return changeStaff(context.desk, { email, action: 'setPassword' }, async (tx, { id, ...person }) => {
    const [listed] = await listStaff(tx, id);
    await refuseUnsafePassword(password, { ...person, gyms: listed?.locations ?? [] });
    await tx.update(staff).set({ passwordHash, passwordBy: id }).where(eq(staff.id, id));
    await endAllSessions(tx, id);
    await removeAllPasskeys(tx, context.desk, { staffId: id, by: null });
  });
}

/** @throws ActionFailure `notFound`; `conflict` for a disabled staff member */
export async function makeSignInLink(
  { desk }: AdminContext,
  { email }: OfStaff,
): Promise<{ url: string; expiresAt: Date }> {
  if (desk.url === '') {
    throw new ActionFailure('invalidInput', 'The address of the desk is not known: set DESK_URL.');
  }
  let link: { url: string; expiresAt: Date } | undefined;
  await changeStaff(desk, { email, action: 'createSignInLink' }, async (tx, person) => {
    if (person.disabledAt) throw new ActionFailure('conflict', 'This person is disabled: enable-staff comes first.');
    link = await createSignInLink(tx, desk, { ...person, createdBy: null });
  });
  if (!link) throw new Error('No link was created.');
  return link;
}

/** What a change returns that changes nothing. */
const unchanged = Symbol('unchanged');

/**
 * Changes a staff member and writes the audit log of each of their locations, unless nothing has changed, in one transaction.
 * @throws ActionFailure `notFound`
 */
function changeStaff(
  desk: AdminContext['desk'],
  { email, action }: OfStaff & { action: AuditAction },
  change: (tx: Queryable, person: Staff) => Promise<unknown>,
): Promise<ListedStaff> {
  return desk.db.transaction(async (tx) => {
    const [person] = await tx
      .select()
      .from(staff)
      .where(eq(staff.email, email.trim().toLowerCase()))
      .for('no key update');
    if (!person) throw new ActionFailure('notFound', `There is no staff member with the e-mail address ${email}.`);
    const outcome = await change(tx, person);
    const [listed] = await listStaff(tx, person.id);
    if (!listed) throw new Error('The staff member was deleted during the change.');
    if (outcome === unchanged) return listed;
    const reason = action === 'setRole' ? `${person.id} ${person.role} → ${listed.role}` : person.id;
    for (const { id } of listed.locations) {
      await writeAudit(tx, desk, { locationId: id, staffId: null, action, reason });
    }
    return listed;
  });
}
