'use client';

import { X } from 'lucide-react';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import type { ReactNode, RefObject } from 'react';
import { Button } from '#components/ui/button.tsx';

interface SidePanelProps {
  ref: RefObject<HTMLElement | null>;
  /** Failures that nobody has looked at whole yet. */
  unseenCount: number;
  /** Null where there is nothing to close. */
  onClose: (() => void) | null;
  children: ReactNode;
}

/** What happens at the counter, beside a page about something else. It takes no focus and covers no more than a corner. */
export function SidePanel({ ref, unseenCount, onClose, children }: SidePanelProps) {
  const t = useTranslations('counter');
  const common = useTranslations('common');
  return (
    <aside
      ref={ref}
      aria-label={t('title')}
      className="fixed right-4 bottom-4 z-30 grid print:hidden max-h-[85dvh] w-108 gap-2.5 overflow-y-auto rounded-lg border border-line-strong bg-surface p-2.5 shadow-xl [--verdict-height:0] max-sm:inset-x-2 max-sm:bottom-2 max-sm:w-auto"
    >
      <div className="flex items-center gap-2 pl-1.5">
        <Link href="/" className="flex min-h-11 min-w-0 items-center font-semibold text-accent underline">
          {unseenCount > 0 ? t('unseen', { count: unseenCount }) : t('toCheckIn')}
        </Link>
        {onClose && (
          <Button look="quiet" shape="icon" aria-label={common('close')} onClick={onClose} className="ml-auto">
            <X aria-hidden className="size-5" />
          </Button>
        )}
      </div>
      {children}
    </aside>
  );
}
