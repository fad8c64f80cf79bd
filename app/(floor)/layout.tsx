import type { ReactNode } from 'react';
import { StaffShell } from '#app/_components/staff-shell.tsx';

export default function FloorLayout({ children }: { children: ReactNode }) {
  return <StaffShell>{children}</StaffShell>;
}
