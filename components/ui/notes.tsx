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

/** Shows each note with sonner. The same words again take the place of those before: nobody closes them one by one. */
export function showBySonner(): (note: Note) => void {
  const idOf = new Map<string, number | string>();
  return ({ kind, text }) => {
    const former = idOf.get(text);
    if (former !== undefined) sonner.dismiss(former);
    const options = { style: edge[kind], duration: durationMsOf[kind] };
    idOf.set(text, sonner[kind](<span role={roleOf[kind]}>{text}</span>, options));
  };
}

/** The notes themselves: below, so that they cover neither the search box nor the verdict. */
export function Notes({ closeLabel }: { closeLabel: string }) {
  // an effect of a parent runs after those of its children: by now they listen
  useEffect(() => showNotesWith(showBySonner(), () => sonner.dismiss()), []);
  return (
    <Sonner
      position="bottom-center"
      closeButton
      // sonner brings a font of its own
      style={{ fontFamily: 'inherit' }}
      toastOptions={{
        closeButtonAriaLabel: closeLabel,
        classNames: { toast: 'note', closeButton: 'note-close' },
        style: { background: 'var(--surface)', color: 'var(--ink)', borderColor: 'var(--line)', fontSize: '1rem' },
      }}
    />
  );
}
