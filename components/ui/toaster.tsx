'use client';

import { useEffect, useState } from 'react';
import { onDemand } from './on-demand.tsx';
import { awaitFirstNote } from './toast.ts';

const Notes = onDemand(async () => (await import('./notes.tsx')).Notes);

/** Where short notes appear. What shows them is fetched with the first one. */
export function Toaster({ closeLabel }: { closeLabel: string }) {
  const [isWanted, setWanted] = useState(false);
  useEffect(() => awaitFirstNote(() => setWanted(true)), []);
  return <Notes isWanted={isWanted} closeLabel={closeLabel} />;
}
