import 'server-only';
import { eq } from 'drizzle-orm';
import { ActionFailure } from '#lib/actions/failure.ts';
import { staff } from '#lib/db/schema/staff.ts';
import { writeAudit } from '#lib/desk/audit/write-audit.ts';
import type { Desk } from '#lib/desk/desk.ts';
import { listStaff } from './list-staff.ts';

/** @throws ActionFailure `notFound` */
export async function disableStaff(desk: Desk, { email }: { email: string }) {
  return desk.db.transaction(async (tx) => {
    const [disabled] = await tx
      .update(staff)
      .set({ disabledAt: new Date(desk.clock()) })
      .where(eq(staff.email, email.trim().toLowerCase()))
      .returning({ id: staff.id });
    if (!disabled) throw new ActionFailure('notFound', `There is no staff member with the e-mail address ${email}.`);
    const [listed] = await listStaff(tx, disabled.id);
    for (const { id } of listed?.locations ?? []) {
      await writeAudit(tx, desk, { locationId: id, staffId: null, action: 'disableStaff', reason: disabled.id });
    }
    return listed;
  });
}
