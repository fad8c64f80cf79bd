'use client';

import type { FormEvent, ReactNode } from 'react';
import { Button, type ButtonProps } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { PendingButton } from '#components/ui/pending-button.tsx';
import { PendingFields } from '#components/ui/pending-fields.tsx';
import { Problem } from '#components/ui/problem.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';

interface FormDialogProps {
  title: string;
  description: string;
  submit: string;
  look?: ButtonProps['look'];
  isPending: boolean;
  /** The error message that belongs to no field. */
  failure: string | null;
  onSubmit(): void;
  onClose(): void;
  children?: ReactNode;
}

/** A form in a dialog that stays open until its action succeeds. */
export function FormDialog({
  submit,
  look = 'main',
  isPending,
  failure,
  onSubmit,
  onClose,
  children,
  ...dialog
}: FormDialogProps) {
  const common = useTranslations('common');
  const trySubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!isPending) onSubmit();
  };
  return (
    <Dialog isOpen onOpenChange={onClose} closeLabel={common('close')} {...dialog}>
      <form method="post" noValidate onSubmit={trySubmit} className="grid gap-4">
        <PendingFields isPending={isPending}>{children}</PendingFields>
        <Problem>{failure}</Problem>
        <div className="flex flex-wrap justify-end gap-2.5">
          <Button onClick={onClose}>{common('cancel')}</Button>
          <PendingButton type="submit" look={look} isPending={isPending}>
            {submit}
          </PendingButton>
        </div>
      </form>
    </Dialog>
  );
}
