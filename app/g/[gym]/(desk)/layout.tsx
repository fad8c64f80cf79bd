import { StaffShell } from '#app/_components/staff-shell.tsx';
import { readPage } from '#lib/server/auth/open-page.ts';
import { locationView } from '#lib/server/base/locations.ts';
import { staffView } from '#lib/server/staff/colleague.ts';
import { isAllowed } from '#lib/wire/permissions.ts';
import { KeepCurrent } from './_components/keep-current.tsx';
import { ReceptionProvider } from './_components/reception-provider.tsx';

export default async function DeskLayout({ children, params }: LayoutProps<'/g/[gym]'>) {
  const context = await readPage(params);
  return (
    // each part of the desk has its own shell: navigating from the office to here reads the gym's changed settings
    <StaffShell params={params} restartsAt={null}>
      <ReceptionProvider
        location={locationView(context.actor.location)}
        staff={staffView(context.staff)}
        hearsScans={isAllowed(context.staff.role, 'recordVisits')}
      >
        <KeepCurrent version={context.desk.version} />
        {children}
      </ReceptionProvider>
    </StaffShell>
  );
}
