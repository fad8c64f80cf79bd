import 'server-only';
import type { Staff } from '#lib/db/schema/staff.ts';
import { initialsOf } from '#lib/names/person-name.ts';
import type { StaffView } from '#lib/wire/staff.ts';

/** What the header shows of a staff member. */
export const staffView = ({ id, name, role }: Staff): StaffView => ({
  id,
  displayName: name,
  initials: initialsOf(name),
  role,
});
