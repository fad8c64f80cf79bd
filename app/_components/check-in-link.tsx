'use client';

import { usePathname } from 'next/navigation';
import type { ReactNode } from 'react';
import { gymPageAt, gymPath } from '#lib/wire/gym-path.ts';

/** Leads to the check-in of the gym in the address, of a page that is not there too; of an address without a gym, to the one used last. */
export function CheckInLink({ className, children }: { className: string; children: ReactNode }) {
  const gym = gymPageAt(usePathname())?.slug;
  return (
    // not a link of the router, whose code every page would load a second time for it
    <a href={gym === undefined ? '/' : gymPath(gym, '/')} className={className}>
      {children}
    </a>
  );
}
