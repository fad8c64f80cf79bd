'use client';

import { useEffect, useState } from 'react';
import { onDemand } from './on-demand.tsx';
import { awaitNotes, type Note, roleOf } from './toast.ts';

const Notes = onDemand(async () => (await import('./notes.tsx')).Notes);

/**
 * The place of toasts. sonner is loaded lazily; until then, also during an outage, the last toast is shown as plain
 * text.
 */
export function Toaster({ closeLabel }: { closeLabel: string }) {
  const [note, setNote] = useState<Note | null>(null);
  useEffect(() => awaitNotes(setNote), []);
  const plain = note && (
    <p
      role={roleOf[note.kind]}
      className="appears-over-page fixed inset-x-4 bottom-4 z-50 mx-auto w-fit rounded-md border border-line-strong bg-surface px-4 py-3 shadow-xl"
    >
      {note.text}
    </p>
  );
  return <Notes isWanted={note !== null} meanwhile={plain} closeLabel={closeLabel} />;
}
