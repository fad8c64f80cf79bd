import type { ReactNode } from 'react';

export interface ProfileLayoutProps {
  head: ReactNode;
  /** What is read most: the person, their contract, their visits. */
  main: ReactNode;
  /** What belongs to the member. */
  side: ReactNode;
}

/** Two columns from 1024 px on; narrower, one below the other. */
export function ProfileLayout({ head, main, side }: ProfileLayoutProps) {
  return (
    <main className="mx-auto grid w-full max-w-7xl gap-5 p-4 sm:p-6">
      {head}
      <div className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_minmax(0,26rem)] lg:items-start">
        <div className="grid min-w-0 gap-5">{main}</div>
        <div className="grid min-w-0 gap-5">{side}</div>
      </div>
    </main>
  );
}
