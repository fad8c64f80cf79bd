'use client';

import { usePathname } from 'next/navigation';
import type { ReactNode } from 'react';
import { gymPageAt, gymPath } from '#lib/wire/gym-path.ts';

interface WayOnProps {
  /** Path within the gym; `/` is its check-in. */
  page: string;
  className: string;
  children: ReactNode;
}

/**
 * A link from a page that failed or does not exist to a page of the gym in the address. If the address has no gym, it leads
 * to the gym used last.
 */
export function WayOn({ page, className, children }: WayOnProps) {
  const gym = gymPageAt(usePathname())?.slug;
  return (
    // no router link: every page would load the link's code a second time
    <a href={gym === undefined ? page : gymPath(gym, page)} target="_self" className={className}>
      {children}
    </a>
  );
}
