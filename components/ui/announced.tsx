'use client';

import { createContext, type ReactNode, use, useState } from 'react';
import { createPortal } from 'react-dom';

const Region = createContext<Element | null>(null);

/**
 * Says to those who hear the page what `Announced` holds in it. The region stands before there is something to say, so
 * that it is said; lists and buttons are not in it, so that a number that changes does not have them all read out again.
 */
export function AnnouncingRegion({ children }: { children: ReactNode }) {
  const [region, setRegion] = useState<Element | null>(null);
  return (
    <Region value={region}>
      {children}
      <div ref={setRegion} role="status" aria-atomic={false} className="sr-only" />
    </Region>
  );
}

/** Said where a region stands around it, and nothing elsewhere. */
export function Announced({ children }: { children: ReactNode }) {
  const region = use(Region);
  return region && createPortal(<p>{children}</p>, region);
}
