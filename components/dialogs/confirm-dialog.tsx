'use client';

import type { ReactNode } from 'react';
import { useAction } from '#components/hooks/use-action.ts';
import type { ButtonProps } from '#components/ui/button.tsx';
import type { ActionResult } from '#lib/wire/action-result.ts';
import { FormDialog } from './form-dialog.tsx';

interface ConfirmDialogProps<Value> {
  title: string;
  description: string;
  confirm: string;
  look?: ButtonProps['look'];
  onConfirm(): Promise<ActionResult<Value>>;
  /** Called on success; closes the dialog. */
  onDone(value: Value): unknown;
  /** Called on failure; the dialog stays open and shows it. */
  onFailed?(): void;
  onClose(): void;
  /** The details to confirm. */
  children?: ReactNode;
}

/** Asks for confirmation before an action with serious consequences. */
export function ConfirmDialog<Value>({
  confirm,
  look = 'danger',
  onConfirm,
  onDone,
  onFailed,
  children,
  ...dialog
}: ConfirmDialogProps<Value>) {
  const action = useAction(onConfirm, { onDone });
  const confirmOnce = async () => {
    const result = await action.run();
    if (result?.ok === false) onFailed?.();
  };
  return (
    <FormDialog
      {...dialog}
      submit={confirm}
      look={look}
      isPending={action.isPending}
      failure={action.failure}
      onSubmit={() => void confirmOnce()}
    >
      {children}
    </FormDialog>
  );
}
