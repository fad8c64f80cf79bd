'use client';

import { useSyncExternalStore } from 'react';

const neverChanges = () => () => {};

/** Shown only where the browser withholds encryption: over plain HTTP, from any machine but the desk's own. */
export function PlainHttpNotice({ text }: { text: string }) {
  const isSecure = useSyncExternalStore(
    neverChanges,
    () => window.isSecureContext,
    () => true,
  );
  if (isSecure) return null;
  return <p className="border-line border-b bg-surface px-4 py-1 text-ink-soft text-sm sm:px-6">{text}</p>;
}
