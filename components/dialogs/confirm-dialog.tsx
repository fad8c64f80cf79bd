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
  /** Called when it is done; closes the dialog. */
  onDone(value: Value): unknown;
  onClose(): void;
  /** What it is about. */
  children?: ReactNode;
}

/** Asks before something is done that reaches far. */
export function ConfirmDialog<Value>({
  confirm,
  look = 'danger',
  onConfirm,
  onDone,
  children,
  ...dialog
}: ConfirmDialogProps<Value>) {
  const action = useAction(onConfirm, { onDone });
  return (
    <FormDialog
      {...dialog}
      submit={confirm}
      look={look}
      isPending={action.isPending}
      failure={action.failure}
      onSubmit={() => void action.run()}
    >
      {children}
    </FormDialog>
  );
}
