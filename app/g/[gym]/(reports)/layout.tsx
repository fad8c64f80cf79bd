import { MoreMessages } from '#app/_components/more-messages.tsx';
import { StaffShell } from '#app/_components/staff-shell.tsx';
import { readMessages } from '#lib/server/i18n/messages.ts';

export default async function ReportsShell({ children, params }: LayoutProps<'/g/[gym]'>) {
  return (
    <StaffShell params={params}>
      <MoreMessages messages={await readMessages('reports')}>{children}</MoreMessages>
    </StaffShell>
  );
}
