type Kind = 'success' | 'error' | 'info';

export interface Note {
  kind: Kind;
  text: string;
}

/** A problem interrupts whoever hears the page, anything else waits. */
export const roleOf = { success: 'status', info: 'status', error: 'alert' } as const satisfies Record<Kind, string>;

let show: ((note: Note) => void) | null = null;
const waiting: Note[] = [];
let onUnshown: ((note: Note) => void) | null = null;

const tell = (kind: Kind) => (text: string) => {
  const note = { kind, text };
  if (show) return show(note);
  waiting.push(note);
  onUnshown?.(note);
};

/** Shows a short note that goes away by itself. */
export const toast = { success: tell('success'), error: tell('error'), info: tell('info') };

/** Called by the place where notes appear, to hear of each as long as nothing shows them. */
export function awaitNotes(listener: (note: Note) => void): () => void {
  onUnshown = listener;
  const last = waiting.at(-1);
  if (last) listener(last);
  return () => {
    onUnshown = null;
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
