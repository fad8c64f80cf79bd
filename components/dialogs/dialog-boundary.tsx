'use client';

import type { ReactNode } from 'react';
import { ErrorBoundary } from '#components/ui/error-boundary.tsx';
import { toast } from '#components/ui/toast.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';

interface DialogBoundaryProps {
  /** Identifies the content: a new value resets the boundary. */
  of: string;
  onClose(): void;
  children: ReactNode;
}

/** The error boundary of a dialog: if it fails to render, it closes with a toast, and the page below stays. */
export function DialogBoundary({ of, onClose, children }: DialogBoundaryProps) {
  const t = useTranslations('errors');
  const close = () => {
    onClose();
    toast.error(t('title'));
  };
  return (
    <ErrorBoundary of={of} onBreak={close}>
      {children}
    </ErrorBoundary>
  );
}
