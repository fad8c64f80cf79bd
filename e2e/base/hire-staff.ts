import type { StaffRole } from '#lib/wire/staff.ts';
import type { Stack } from '#tools/testing/stack.ts';
import { queryDatabase } from './databases.ts';

interface Hired {
  email: string;
  name: string;
  role: StaffRole;
  locationIds: readonly string[];
}

/** Adds a staff member with the password of the demo's staff. A process of the desk's command would take most of a second. */
export async function hireStaff(stack: Stack, { email, name, role, locationIds }: Hired): Promise<void> {
  const text = `with hired as (
                  insert into staff (id, email, name, role, password_hash, created_at)
                  select gen_random_uuid(), $1, $2, $3, password_hash, now() from staff where email = 'manager@demo.example'
                  returning id)
                insert into staff_locations (location_id, staff_id)
                select location_id, hired.id from hired cross join unnest($4::uuid[]) as location_id`;
  await queryDatabase(stack, 'desk', [{ text, values: [email, name, role, locationIds] }]);
}
