type Kind = 'success' | 'error' | 'info';

export interface Note {
  kind: Kind;
  text: string;
}

let show: ((note: Note) => void) | null = null;
const waiting: Note[] = [];
let onFirst: (() => void) | null = null;

const tell = (kind: Kind) => (text: string) => {
  if (show) return show({ kind, text });
  waiting.push({ kind, text });
  onFirst?.();
};

/** Shows a short note that goes away by itself. */
export const toast = { success: tell('success'), error: tell('error'), info: tell('info') };

/** Called by the place where notes appear: `onFirst` when there is something to show and nothing yet that shows it. */
export function awaitFirstNote(listener: () => void): () => void {
  onFirst = listener;
  if (waiting.length > 0) listener();
  return () => {
    onFirst = null;
  };
}

/** From now on `showNote` shows the notes, those that waited first. */
export function showNotesWith(showNote: (note: Note) => void): () => void {
  show = showNote;
  for (const note of waiting.splice(0)) showNote(note);
  return () => {
    show = null;
  };
}
