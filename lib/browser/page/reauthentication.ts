/** Opens the dialog. @returns whether the person has proved who they are; false where they closed it */
type Dialog = () => Promise<boolean>;

let dialog: Dialog | null = null;
let asked: Promise<boolean> | null = null;

/** Registers the dialog of this page. @returns removes it */
export function offerReauthentication(opened: Dialog): () => void {
  dialog = opened;
  return () => {
    if (dialog === opened) dialog = null;
  };
}

/**
 * Asks the person for their password or passkey again, because an action needs it. Actions that need it at the same time share one
 * dialog.
 * @returns whether to repeat the action
 */
export function askToReauthenticate(): Promise<boolean> {
  asked ??= (dialog?.() ?? Promise.resolve(false)).finally(() => {
    asked = null;
  });
  return asked;
}
