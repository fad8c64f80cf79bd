'use client';

import { useSyncExternalStore } from 'react';
import { PageNote } from './page-note.tsx';

const neverChanges = () => () => {};

/** Shown only outside a secure context: over plain HTTP, except on the desk's own machine. */
export function PlainHttpNotice({ text }: { text: string }) {
  const isSecure = useSyncExternalStore(
    neverChanges,
    () => window.isSecureContext,
    () => true,
  );
  if (isSecure) return null;
  return <PageNote>{text}</PageNote>;
}
