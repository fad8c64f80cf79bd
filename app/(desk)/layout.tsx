import { redirect } from 'next/navigation';
import type { ReactNode } from 'react';
import { StaffShell } from '#app/_components/staff-shell.tsx';
import { isBadge } from '#app/actions.ts';
import { readStaff } from '#lib/auth/require-staff.ts';
import { locationView } from '#lib/desk/base/locations.ts';
import { staffView } from '#lib/desk/staff/colleague.ts';
import { isAllowed } from '#lib/wire/permissions.ts';
import { ReceptionProvider } from './_components/reception-provider.tsx';

export default async function DeskLayout({ children }: { children: ReactNode }) {
  const context = await readStaff();
  if (!context) redirect('/sign-in');
  return (
    <StaffShell>
      <ReceptionProvider
        location={locationView(context.actor.location)}
        staff={staffView(context.staff)}
        hearsScans={isAllowed(context.staff.role, 'recordVisits')}
        isBadge={isBadge}
      >
        {children}
      </ReceptionProvider>
    </StaffShell>
  );
}
