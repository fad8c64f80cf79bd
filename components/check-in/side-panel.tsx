'use client';

import { X } from 'lucide-react';
import Link from 'next/link';
import { type ReactNode, type RefObject, useEffect, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { LinkSign } from '#components/ui/link-sign.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { useGymPath } from '#lib/browser/page/gym-address.tsx';

interface SidePanelProps {
  ref: RefObject<HTMLElement | null>;
  /** The number of failures that no user has opened yet. */
  unseenCount: number;
  /**
   * The check-in page has crashed and its fallback is shown: the link must reload, since the router is already there.
   */
  isReplaced: boolean;
  onClose(): void;
  children: ReactNode;
}

/** Distance from the lower edge of the window, in px. */
const gap = 16;
const wayLook = 'relative flex min-h-11 min-w-0 items-center font-semibold text-accent underline';

/**
 * The verdicts at the counter, next to a page about something else. It takes no focus and covers only a corner; padding
 * lets the end of the page scroll out from under it.
 */
export function SidePanel({ ref, unseenCount, isReplaced, onClose, children }: SidePanelProps) {
  const toGym = useGymPath();
  const t = useTranslations('counter');
  const common = useTranslations('common');
  const [room, setRoom] = useState(0);
  useEffect(() => {
    const aside = ref.current;
    if (!aside) return;
    const page = document.documentElement;
    const observer = new ResizeObserver(() => {
      const height = aside.offsetHeight + gap;
      setRoom(height);
      // elements focused with Tab must not stay under it either
      page.style.scrollPaddingBottom = `${height}px`;
    });
    observer.observe(aside);
    return () => {
      observer.disconnect();
      page.style.scrollPaddingBottom = '';
    };
  }, [ref]);
  const way = unseenCount > 0 ? t('unseen', { count: unseenCount }) : t('toCheckIn');
  return (
    <>
      <div aria-hidden className="print:hidden" style={{ height: room }} />
      <aside
        ref={ref}
        aria-label={t('title')}
        className="appears-over-page fixed right-4 bottom-4 z-30 grid print:hidden max-h-[85dvh] w-108 gap-2.5 overflow-y-auto rounded-lg border border-line-strong bg-surface p-2.5 shadow-xl [--verdict-height:0] max-sm:inset-x-2 max-sm:bottom-2 max-sm:w-auto"
      >
        <div className="flex items-center gap-2 pl-1.5">
          {isReplaced ? (
            <a href={toGym('/')} target="_self" className={wayLook}>
              {way}
            </a>
          ) : (
            <Link href={toGym('/')} className={wayLook}>
              {way}
              <LinkSign />
            </Link>
          )}
          <Button look="quiet" shape="icon" aria-label={common('close')} onClick={onClose} className="ml-auto">
            <X aria-hidden className="size-5" />
          </Button>
        </div>
        {children}
      </aside>
    </>
  );
}
