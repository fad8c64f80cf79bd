import type { ReactNode } from 'react';

/** The key that does the same. Not part of the name of a button: `aria-keyshortcuts` says it there. */
export function Kbd({ children }: { children: ReactNode }) {
  return (
    <kbd aria-hidden className="hidden font-medium font-sans text-xs opacity-75 sm:inline">
      {children}
    </kbd>
  );
}
