'use client';

import { usePathname } from 'next/navigation';
import type { ReactNode } from 'react';
import { gymPageAt, gymPath } from '#lib/wire/gym-path.ts';

interface WayOnProps {
  /** Within the gym; `/` is its check-in. */
  page: string;
  className: string;
  children: ReactNode;
}

/**
 * The way on from a page that broke or does not exist: to a page of the gym in the address. An address without a gym leads to
 * the gym that was used last.
 */
export function WayOn({ page, className, children }: WayOnProps) {
  const gym = gymPageAt(usePathname())?.slug;
  return (
    // not a link of the router, whose code every page would load a second time for it
    <a href={gym === undefined ? page : gymPath(gym, page)} target="_self" className={className}>
      {children}
    </a>
  );
}
