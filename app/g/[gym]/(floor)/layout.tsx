import { StaffShell } from '#app/_components/staff-shell.tsx';

export default function FloorLayout({ children, params }: LayoutProps<'/g/[gym]'>) {
  return (
    <StaffShell params={params} restartsAt="/floor">
      {children}
    </StaffShell>
  );
}
