import 'server-only';
import { z } from 'zod';
import { createStaff } from '#lib/auth/create-staff.ts';
import { staffInput, staffRole } from '#lib/auth/staff-input.ts';
import type { DeskContext } from '#lib/desk/base/desk-context.ts';
import { writeAudit } from '#lib/desk/base/write-audit.ts';
import { listStaff } from './list-staff.ts';

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
