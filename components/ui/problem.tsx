import type { ReactNode } from 'react';

/** The error message next to a button. Rendered even when empty: a live region must exist before its text. */
export function Problem({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className="font-medium text-refused empty:hidden">
      {children}
    </p>
  );
}
