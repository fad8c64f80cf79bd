interface OpenDialog {
  /** Whether it has input, or a request in flight. */
  isInUse(): boolean;
  close(): void;
}

const dialogs: OpenDialog[] = [];
const closed = new Set<() => void>();

/** Registers an open dialog. @returns unregisters it */
export function enlistDialog(dialog: OpenDialog): () => void {
  dialogs.push(dialog);
  return () => {
    const index = dialogs.indexOf(dialog);
    if (index >= 0) dialogs.splice(index, 1);
    for (const listener of closed) listener();
  };
}

/**
 * Makes room for something more urgent, such as a scan: closes open dialogs from the top, down to the first one in use,
 * so that no input is lost.
 */
export function closeIdleDialogs(): void {
  for (const dialog of dialogs.toReversed()) {
    if (dialog.isInUse()) return;
    dialog.close();
  }
}

/** Calls it after a dialog has closed. @returns stops that */
export function onDialogClosed(listener: () => void): () => void {
  closed.add(listener);
  return () => closed.delete(listener);
}

/** Whether any open dialog is in use. */
export const isDialogInUse = (): boolean => dialogs.some((dialog) => dialog.isInUse());

/** Whether any dialog is open. */
export const isDialogOpen = (): boolean => dialogs.length > 0;
