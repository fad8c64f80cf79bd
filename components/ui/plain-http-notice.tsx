'use client';

import { useSyncExternalStore } from 'react';
import { PageNote } from './page-note.tsx';

const neverChanges = () => () => {};

/** Shown only where the browser withholds encryption: over plain HTTP, from any machine but the desk's own. */
export function PlainHttpNotice({ text }: { text: string }) {
  const isSecure = useSyncExternalStore(
    neverChanges,
    () => window.isSecureContext,
    () => true,
  );
  if (isSecure) return null;
  return <PageNote>{text}</PageNote>;
}
