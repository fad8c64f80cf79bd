'use client';

import { useEffect } from 'react';
import { Toaster as Sonner, toast as sonner } from 'sonner';
import { durationMsOf, type Note, roleOf, showNotesWith } from './toast.ts';

const edge = {
  success: { borderInlineStart: '4px solid var(--accent)' },
  warning: { borderInlineStart: '4px solid var(--refused)' },
  error: { borderInlineStart: '4px solid var(--refused)' },
  info: { borderInlineStart: '4px solid var(--line-strong)' },
} satisfies Record<Note['kind'], object>;

/** Shows each toast with sonner. The same text replaces the earlier toast, so that repeats do not pile up. */
export function showBySonner(): (note: Note) => void {
  const idOf = new Map<string, number | string>();
  return ({ kind, text }) => {
    const former = idOf.get(text);
    if (former !== undefined) sonner.dismiss(former);
    const options = { style: edge[kind], duration: durationMsOf[kind] };
    idOf.set(text, sonner[kind](<span role={roleOf[kind]}>{text}</span>, options));
  };
}

/** The toasts, at the bottom: there they cover neither the search box nor the verdict. */
export function Notes({ closeLabel }: { closeLabel: string }) {
  // a parent's effect runs after those of its children: sonner's listeners exist by now
  useEffect(() => showNotesWith(showBySonner(), () => sonner.dismiss()), []);
  return (
    <Sonner
      position="bottom-center"
      closeButton
      // overrides sonner's own font
      style={{ fontFamily: 'inherit' }}
      toastOptions={{
        closeButtonAriaLabel: closeLabel,
        classNames: { toast: 'note appears-over-page', closeButton: 'note-close' },
        style: { background: 'var(--surface)', color: 'var(--ink)', borderColor: 'var(--line)', fontSize: '1rem' },
      }}
    />
  );
}
