interface OpenDialog {
  /** Whether something was entered in it, or is under way. */
  isInUse(): boolean;
  close(): void;
}

const dialogs: OpenDialog[] = [];

/** Counts a dialog as open. @returns ends it */
export function enlistDialog(dialog: OpenDialog): () => void {
  dialogs.push(dialog);
  return () => {
    const index = dialogs.indexOf(dialog);
    if (index >= 0) dialogs.splice(index, 1);
  };
}

/**
 * Makes room for something more urgent: closes open dialogs from the uppermost down to the first that is in use, in
 * which nothing is lost.
 */
export function closeIdleDialogs(): void {
  for (const dialog of dialogs.toReversed()) {
    if (dialog.isInUse()) return;
    dialog.close();
  }
}

/** Whether a dialog that is in use lies over the page. */
export const isDialogInUse = (): boolean => dialogs.some((dialog) => dialog.isInUse());
