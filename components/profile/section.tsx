'use client';

import { CircleAlert, CloudOff } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useFailures } from '#components/hooks/use-failures.ts';
import { Button } from '#components/ui/button.tsx';
import { Spinner } from '#components/ui/spinner.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';

/** The sections that the head of the page links to, in order. */
export const profileParts = ['visits', 'cards', 'products', 'tasks', 'person', 'roles', 'removal'] as const;
export type ProfilePart = (typeof profileParts)[number] | 'message';

interface ProfileSectionProps {
  /** The target of links in the head of the page. */
  id?: ProfilePart;
  title: string;
  /** Buttons next to the title. */
  actions?: ReactNode;
  children: ReactNode;
}

export const sectionFrame = 'grid min-w-0 content-start gap-4 rounded-lg border border-line bg-surface p-4.5 sm:p-6';

/** The frame of a section of a member's page. */
export function ProfileSection({ id, title, actions, children }: ProfileSectionProps) {
  const titleId = useId();
  return (
    <section id={id} aria-labelledby={titleId} className={sectionFrame}>
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id={titleId} tabIndex={id && -1} className="scroll-mt-24 font-semibold text-xl">
          {title}
        </h2>
        {actions && <div className="flex flex-wrap gap-2.5">{actions}</div>}
      </div>
      {children}
    </section>
  );
}

interface SectionUnreadProps {
  /** The general failure message. */
  failed: string;
  /** The error of the query; null while it is loading. */
  error: Error | null;
  loading: string;
  retry: string;
  onRetry(): void;
}

/** The loading or error state of a section with data from the platform. */
export function SectionUnread({ failed, error, loading, retry, onRetry }: SectionUnreadProps) {
  const { sentenceOfRead } = useFailures();
  if (error === null) {
    return (
      <p role="status" className="flex min-h-11 animate-appear-late items-center gap-3 text-ink-soft">
        <Spinner /> {loading}
      </p>
    );
  }
  return (
    <div className="grid justify-items-start gap-3">
      <p role="alert" className="flex items-center gap-3">
        <CloudOff aria-hidden className="size-5 shrink-0 text-unconfirmed" /> {failed} {sentenceOfRead(error)}
      </p>
      <Button onClick={onRetry}>{retry}</Button>
    </div>
  );
}

interface UnreadableNoteProps {
  list: 'members' | 'cards' | 'bookings';
  count: number;
}

/** Says that a list is incomplete, because some items could not be parsed. */
export function UnreadableNote({ list, count }: UnreadableNoteProps) {
  const t = useTranslations('unreadable');
  if (count === 0) return null;
  return (
    <p className="flex items-center gap-3 text-attention">
      <CircleAlert aria-hidden className="size-5 shrink-0" /> {t(list, { count })}
    </p>
  );
}
