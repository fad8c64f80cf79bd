type Kind = 'success' | 'error' | 'warning' | 'info';

export interface Note {
  kind: Kind;
  text: string;
}

/** A problem interrupts whoever hears the page, anything else waits. */
export const roleOf = { success: 'status', info: 'status', warning: 'alert', error: 'alert' } as const satisfies Record<
  Kind,
  string
>;

/** What was not done is told until somebody has seen it: a slow page may come only then. */
export const durationMsOf = {
  success: 8_000,
  info: 8_000,
  warning: 8_000,
  error: Number.POSITIVE_INFINITY,
} as const satisfies Record<Kind, number>;

let show: ((note: Note) => void) | null = null;
let removeShown = () => {};
const waiting: Note[] = [];
let onUnshown: ((note: Note | null) => void) | null = null;

const tell = (kind: Kind) => (text: string) => {
  const note = { kind, text };
  if (show) return show(note);
  waiting.push(note);
  onUnshown?.(note);
};

/** Shows a short note. It goes away by itself, except for an error, which stays until it is closed. */
export const toast = {
  success: tell('success'),
  error: tell('error'),
  warning: tell('warning'),
  info: tell('info'),
};

/** Takes away all notes: whoever comes now is not the person they were told to. */
export function removeNotes(): void {
  waiting.length = 0;
  removeShown();
  if (!show) onUnshown?.(null);
}

/** Called by the place where notes appear, to hear of each as long as nothing shows them; of null once there is none. */
export function awaitNotes(listener: (note: Note | null) => void): () => void {
  onUnshown = listener;
  const last = waiting.at(-1);
  if (last) listener(last);
  return () => {
    onUnshown = null;
  };
}

/** From now on `showNote` shows the notes, those that waited first. `removeAll` is also called after that has ended. */
export function showNotesWith(showNote: (note: Note) => void, removeAll = () => {}): () => void {
  show = showNote;
  removeShown = removeAll;
  for (const note of waiting.splice(0)) showNote(note);
  return () => {
    show = null;
  };
}
