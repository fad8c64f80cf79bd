type Kind = 'success' | 'error' | 'warning' | 'info';

export interface Note {
  kind: Kind;
  text: string;
}

/** Problems interrupt a screen reader (`alert`), other toasts wait (`status`). */
export const roleOf = { success: 'status', info: 'status', warning: 'alert', error: 'alert' } as const satisfies Record<
  Kind,
  string
>;

/** Errors stay until the user closes them: a slow page may show them late. */
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

/** Shows a toast. It disappears after a while, except for an error. */
export const toast = {
  success: tell('success'),
  error: tell('error'),
  warning: tell('warning'),
  info: tell('info'),
};

/** Removes all toasts: they are not meant for the next user. */
export function removeNotes(): void {
  waiting.length = 0;
  removeShown();
  if (!show) onUnshown?.(null);
}

/** Called by the toaster. `listener` receives each toast as long as nothing shows them; null once there is none. */
export function awaitNotes(listener: (note: Note | null) => void): () => void {
  onUnshown = listener;
  const last = waiting.at(-1);
  if (last) listener(last);
  return () => {
    onUnshown = null;
  };
}

/**
 * Sets the function that shows toasts, and shows the queued ones. `removeAll` is called even after it has been unset.
 */
export function showNotesWith(showNote: (note: Note) => void, removeAll = () => {}): () => void {
  show = showNote;
  removeShown = removeAll;
  for (const note of waiting.splice(0)) showNote(note);
  return () => {
    show = null;
  };
}
