import type { ReactNode } from 'react';

export default function AuthLayout({ children }: { children: ReactNode }) {
  return <main className="mx-auto grid min-h-dvh w-full max-w-5xl content-center gap-8 p-4 sm:p-8">{children}</main>;
}
