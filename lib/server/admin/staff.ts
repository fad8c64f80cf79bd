import 'server-only';
import { asc, eq } from 'drizzle-orm';
import { z } from 'zod';
import { createStaff } from '#lib/server/auth/create-staff.ts';
import { endAllSessions } from '#lib/server/auth/session/sessions.ts';
import { createSignInLink } from '#lib/server/auth/sign-in-link.ts';
import { passwordInput, staffInput, staffRole } from '#lib/server/auth/staff-input.ts';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { ActionFailure } from '#lib/server/base/failure.ts';
import { writeAudit } from '#lib/server/base/write-audit.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import type { AuditAction } from '#lib/server/db/schema/audit-log.ts';
import { locations } from '#lib/server/db/schema/locations.ts';
import { type Staff, staff, staffLocations } from '#lib/server/db/schema/staff.ts';
import type { StaffRole } from '#lib/wire/staff.ts';
import { hashPassword } from '#shared/password/password.ts';

const input = staffInput.extend({
  role: staffRole,
  location: z.array(z.uuid('Must be the id of a location.')).optional(),
});

/** @param typed what came by standard input: the password, and the line end a shell puts after it */
export async function createStaffCommand(desk: DeskContext, options: unknown, typed: string) {
  const password = typed.replace(/\r?\n$/, '');
  const { location, ...person } = input.parse({ ...(options as object), password }); // safe because: commander passes an object
  return desk.db.transaction(async (tx) => {
    const staffId = await createStaff(tx, desk, { ...person, locationIds: location ?? 'all' });
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
  locations: { id: string; name: string }[];
}

/** All staff members by name, or the one with this id. */
export async function listStaff(db: Queryable, staffId?: string): Promise<ListedStaff[]> {
  const rows = await db
    .select({ staff, location: { id: locations.id, name: locations.name } })
    .from(staff)
    .leftJoin(staffLocations, eq(staffLocations.staffId, staff.id))
    .leftJoin(locations, eq(locations.id, staffLocations.locationId))
    .where(staffId === undefined ? undefined : eq(staff.id, staffId))
    .orderBy(asc(staff.name), asc(staff.id), asc(locations.name));
  return [...Map.groupBy(rows, (row) => row.staff.id).values()].flatMap((ofOne) => {
    const [first] = ofOne;
    if (!first) return [];
    const { id, email, name, role, disabledAt } = first.staff;
    const given = ofOne.flatMap(({ location }) => (location ? [location] : []));
    return [{ id, email, name, role, isDisabled: disabledAt !== null, locations: given }];
  });
}

interface Whom {
  email: string;
}

/** Ends all sessions of a staff member and allows no new one. */
export const disableStaff = (desk: DeskContext, whom: Whom): Promise<ListedStaff> =>
  change(desk, whom, 'disableStaff', async (tx, { id }) => {
    await tx
      .update(staff)
      .set({ disabledAt: new Date(desk.clock()) })
      .where(eq(staff.id, id));
    await endAllSessions(tx, id);
  });

/** Takes back that somebody was disabled. Sessions of before stay ended. */
export const enableStaff = (desk: DeskContext, whom: Whom): Promise<ListedStaff> =>
  change(desk, whom, 'enableStaff', async (tx, { id }) => {
    await tx.update(staff).set({ disabledAt: null }).where(eq(staff.id, id));
  });

/** What somebody may do changes at once, in the sessions there are too. */
export const setRole = (desk: DeskContext, { role, ...whom }: Whom & { role: string }): Promise<ListedStaff> => {
  const known = staffRole.parse(role);
  return change(desk, whom, 'setRole', async (tx, { id }) => {
    await tx.update(staff).set({ role: known }).where(eq(staff.id, id));
  });
};

/** @param typed what came by standard input: the password, and the line end a shell puts after it */
export async function setPassword(desk: DeskContext, whom: Whom, typed: string): Promise<ListedStaff> {
  const { password } = z.object({ password: passwordInput }).parse({ password: typed.replace(/\r?\n$/, '') });
  const passwordHash = await hashPassword(password);
  return change(desk, whom, 'setPassword', async (tx, { id }) => {
    await tx.update(staff).set({ passwordHash }).where(eq(staff.id, id));
    await endAllSessions(tx, id);
  });
}

/** @throws ActionFailure `notFound`, `conflict` for a disabled person */
export async function makeSignInLink(desk: DeskContext, whom: Whom): Promise<{ url: string; expiresAt: Date }> {
  if (desk.url === '') {
    throw new ActionFailure('invalidInput', 'Nothing says at which address the desk is: set DESK_URL.');
  }
  let link: { url: string; expiresAt: Date } | undefined;
  await change(desk, whom, 'createSignInLink', async (tx, { id, disabledAt }) => {
    if (disabledAt) throw new ActionFailure('conflict', 'This person is disabled: enable-staff comes first.');
    link = await createSignInLink(tx, desk, id);
  });
  if (!link) throw new Error('No link was made.');
  return link;
}

/** @throws ActionFailure `notFound` */
function change(
  desk: DeskContext,
  { email }: Whom,
  action: AuditAction,
  work: (tx: Queryable, person: Staff) => Promise<void>,
): Promise<ListedStaff> {
  return desk.db.transaction(async (tx) => {
    const [person] = await tx.select().from(staff).where(eq(staff.email, email.trim().toLowerCase())).for('update');
    if (!person) throw new ActionFailure('notFound', `There is no staff member with the e-mail address ${email}.`);
    await work(tx, person);
    const [listed] = await listStaff(tx, person.id);
    if (!listed) throw new Error('The staff member has gone.');
    const reason = action === 'setRole' ? `${person.id} ${person.role} → ${listed.role}` : person.id;
    for (const { id } of listed.locations) {
      await writeAudit(tx, desk, { locationId: id, staffId: null, action, reason });
    }
    return listed;
  });
}
