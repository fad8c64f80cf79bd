'use client';

import { QueryClientContext, useQueryClient } from '@tanstack/react-query';
import { CircleAlert } from 'lucide-react';
import { useRouter, useSearchParams } from 'next/navigation';
import { type ReactNode, startTransition, useId, useLayoutEffect, useRef, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { ErrorBoundary } from '#components/ui/error-boundary.tsx';
import { focusPlace } from '#components/ui/focus-place.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { recordQueries } from '#lib/browser/queries/recorded-queries.ts';

interface SectionBoundaryProps {
  /** The heading of the section, also shown above the error message. */
  title: string;
  /** Reads again what the section gets from the outside; its own queries are read again anyway. */
  onRetry?(): Promise<unknown>;
  /** Whether the page brings the data of the section: a retry then asks the server for the page again, and another choice in the address is a new attempt. */
  isOfPage?: boolean;
  children: ReactNode;
}

/** The error boundary of one section of a page: if it fails to render, the other sections stay. */
export function SectionBoundary({ title, onRetry, isOfPage, children }: SectionBoundaryProps) {
  const queryClient = useQueryClient();
  const router = useRouter();
  const choice = useSearchParams().toString();
  const [queries] = useState(() => recordQueries(queryClient));
  const [attempts, setAttempts] = useState(0);
  const place = useRef<HTMLSpanElement>(null);
  const attempt = () => setAttempts((before) => before + 1);
  const retry = () => {
    // cached data may be the cause. Other sections keep what they share with this one until it is read again
    queryClient.removeQueries({ type: 'inactive', predicate: queries.has });
    attempt();
    const refetched = queryClient.refetchQueries({ type: 'active', predicate: queries.has });
    void Promise.allSettled([refetched, onRetry?.()]).then(attempt);
    if (!isOfPage) return;
    // one transition: the next attempt renders the new page
    startTransition(() => {
      router.refresh();
      attempt();
    });
  };
  useLayoutEffect(() => {
    // each attempt removes the pressed button, and the focus with it
    if (attempts > 0 && document.activeElement === document.body) place.current?.focus({ preventScroll: true });
  }, [attempts]);
  return (
    <>
      {attempts > 0 && (
        <span ref={place} {...focusPlace} className="sr-only">
          {title}
        </span>
      )}
      <ErrorBoundary
        of={isOfPage ? `${attempts} ${choice}` : String(attempts)}
        fallback={<BrokenSection title={title} onRetry={retry} />}
      >
        <QueryClientContext value={queries.client}>{children}</QueryClientContext>
      </ErrorBoundary>
    </>
  );
}

function BrokenSection({ title, onRetry }: { title: string; onRetry(): void }) {
  const t = useTranslations('errors');
  const titleId = useId();
  return (
    <section
      aria-labelledby={titleId}
      className="grid min-w-0 content-start justify-items-start gap-3 rounded-lg border border-line bg-surface p-4.5 sm:p-6"
    >
      <h2 id={titleId} className="wrap-anywhere font-semibold text-xl">
        {title}
      </h2>
      <p role="alert" className="flex items-start gap-2.5">
        <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-refused" /> {t('sectionText')}
      </p>
      <Button onClick={onRetry}>{t('retry')}</Button>
    </section>
  );
}
