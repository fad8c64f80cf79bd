'use client';

import { useTranslations } from 'next-intl';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Button, type ButtonProps } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { Spinner } from '#components/ui/spinner.tsx';

export interface FormDialogProps {
  title: string;
  description: string;
  submit: string;
  look?: ButtonProps['look'];
  /** What is wrong and belongs to no field. */
  problem?: string | null;
  onSubmit(): Promise<void>;
  onClose(): void;
  children?: ReactNode;
}

/** Asks for something in a dialog, and waits for what becomes of it. */
export function FormDialog({
  submit,
  look = 'main',
  problem,
  onSubmit,
  onClose,
  children,
  ...dialog
}: FormDialogProps) {
  const common = useTranslations('common');
  const [isPending, setPending] = useState(false);
  const trySubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (isPending) return;
    setPending(true);
    await onSubmit();
    setPending(false);
  };
  return (
    <Dialog isOpen onOpenChange={onClose} closeLabel={common('close')} {...dialog}>
      <form method="post" noValidate onSubmit={trySubmit} className="grid gap-4">
        {children}
        <p role="alert" className="font-medium text-refused empty:hidden">
          {problem}
        </p>
        <div className="flex flex-wrap justify-end gap-2.5">
          <Button onClick={onClose}>{common('cancel')}</Button>
          <Button type="submit" look={look} aria-disabled={isPending}>
            {isPending && <Spinner />}
            {submit}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
