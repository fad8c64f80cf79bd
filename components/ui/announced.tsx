'use client';

import { createContext, type ReactNode, use, useState } from 'react';
import { createPortal } from 'react-dom';

const Region = createContext<Element | null>(null);

/**
 * A live region for the `Announced` elements inside it. It is mounted before there is text, otherwise screen readers
 * would not announce it. Lists and buttons stay outside, so that a changed number does not announce them all again.
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

/** Announced by the surrounding region; renders nothing without one. */
export function Announced({ children }: { children: ReactNode }) {
  const region = use(Region);
  return region && createPortal(<p>{children}</p>, region);
}
