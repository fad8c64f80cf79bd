import 'server-only';
import { and, eq, inArray, isNotNull } from 'drizzle-orm';
import type { Actor, ActorContext } from '#lib/server/base/actor.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { members } from '#lib/server/db/schema/directory.ts';
import { staff, staffLocations } from '#lib/server/db/schema/staff.ts';
import { fullNameOf } from '#lib/wire/names/person-name.ts';
import type { Person } from '#lib/wire/tasks.ts';

/** Reads the names of the authors and completers of tasks: staff by their own names, others as in the directory. */
export async function readPeople(
  { desk: { db }, actor: { location, staffId } }: ActorContext,
  { accountIds }: { accountIds: readonly (string | null)[] },
): Promise<(accountId: string | null) => Person | null> {
  const named = [...new Set(accountIds.filter((accountId) => accountId !== null))];
  const people = new Map<string, Person>();
  if (named.length > 0) {
    const here = and(eq(members.locationId, location.id), inArray(members.accountId, named));
    const known = await db
      .select({ accountId: members.accountId, firstName: members.firstName, lastName: members.lastName })
      .from(members)
      .where(here);
    for (const { accountId, firstName, lastName } of known) {
      people.set(accountId, { name: fullNameOf({ firstName, lastName }), isMe: false });
    }
    for (const person of await readLinkedStaff(db, location.id, named)) {
      people.set(person.accountId, { name: person.name, isMe: person.staffId === staffId });
    }
  }
  return (accountId) => (accountId === null ? null : (people.get(accountId) ?? { name: null, isMe: false }));
}

async function readLinkedStaff(db: Queryable, locationId: string, accountIds: string[]) {
  const rows = await db
    .select({ accountId: staffLocations.accountId, staffId: staff.id, name: staff.name })
    .from(staffLocations)
    .innerJoin(staff, eq(staff.id, staffLocations.staffId))
    .where(and(eq(staffLocations.locationId, locationId), inArray(staffLocations.accountId, accountIds)));
  return rows.flatMap(({ accountId, ...person }) => (accountId === null ? [] : [{ accountId, ...person }]));
}

/** The person's own account at the platform; null while the manager has not linked it. */
export async function readOwnAccount(db: Queryable, { location, staffId }: Actor): Promise<string | null> {
  const [own] = await db
    .select({ accountId: staffLocations.accountId })
    .from(staffLocations)
    .where(
      and(
        eq(staffLocations.locationId, location.id),
        eq(staffLocations.staffId, staffId),
        isNotNull(staffLocations.accountId),
      ),
    );
  return own?.accountId ?? null;
}
