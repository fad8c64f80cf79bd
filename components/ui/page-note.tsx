import type { ReactNode } from 'react';

/** A sentence below the header about the current browser. */
export function PageNote({ children }: { children: ReactNode }) {
  return <p className="border-line border-b bg-surface px-4 py-1 text-ink-soft text-sm sm:px-6">{children}</p>;
}
