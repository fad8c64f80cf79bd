'use client';

import { useEffect } from 'react';
import { Toaster as Sonner, toast as sonner } from 'sonner';
import { showNotesWith } from './toast.ts';

/** The notes themselves: below, so that they cover neither the search box nor the verdict. */
export function Notes({ closeLabel }: { closeLabel: string }) {
  // an effect of a parent runs after those of its children: by now they listen
  useEffect(() => showNotesWith(({ kind, text }) => sonner[kind](text)), []);
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
