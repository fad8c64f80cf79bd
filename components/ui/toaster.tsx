'use client';

import { Toaster as Sonner } from 'sonner';

/** Where short notes appear: below, so that they cover neither the search box nor the verdict. */
export function Toaster({ closeLabel }: { closeLabel: string }) {
  return (
    <Sonner
      position="bottom-center"
      theme="system"
      closeButton
      toastOptions={{
        closeButtonAriaLabel: closeLabel,
        style: { background: 'var(--surface)', color: 'var(--ink)', borderColor: 'var(--line)', fontSize: '1rem' },
      }}
    />
  );
}
