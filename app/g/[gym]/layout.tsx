import { StaffShell } from '#app/_components/staff-shell.tsx';

export default function GymLayout({ children, params }: LayoutProps<'/g/[gym]'>) {
  return <StaffShell params={params}>{children}</StaffShell>;
}
