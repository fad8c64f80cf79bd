import type { ReactNode } from 'react';

/** Says, where it was pressed, why something came to nothing. On the page also while there is nothing to say: only so is it read aloud. */
export function Problem({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className="font-medium text-refused empty:hidden">
      {children}
    </p>
  );
}
