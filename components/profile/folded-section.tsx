'use client';

import { ChevronRight } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { cn } from '#components/ui/class-names.ts';
import { type ProfilePart, sectionFrame } from './section.tsx';

/** Dispatched to a section to unfold it. */
export const unfoldEvent = 'unfold';

interface FoldedSectionProps {
  id: ProfilePart;
  title: string;
  /** Buttons next to the title, shown also while folded. */
  actions?: ReactNode;
  /** Shown next to the title while folded: what waits in the section. */
  waits?: ReactNode;
  isFirstOpen?: boolean;
  /** Whether something in it needs attention: unfolds it when that becomes so. */
  isWanted?: boolean;
  children: ReactNode;
}

/** A section that is folded until it is wanted. Its content stays mounted, so that input in it is kept. */
export function FoldedSection({ id, title, actions, waits, isFirstOpen = false, ...props }: FoldedSectionProps) {
  const { isWanted = false, children } = props;
  const [isOpen, setOpen] = useState(isFirstOpen);
  const [wasWanted, setWasWanted] = useState(isWanted);
  const section = useRef<HTMLElement>(null);
  const titleId = useId();
  const contentId = useId();
  if (wasWanted !== isWanted) {
    setWasWanted(isWanted);
    if (isWanted) setOpen(true);
  }
  useEffect(() => {
    const unfold = () => setOpen(true);
    const followHash = () => {
      if (window.location.hash === `#${id}`) unfold();
    };
    followHash();
    const element = section.current;
    element?.addEventListener(unfoldEvent, unfold);
    window.addEventListener('hashchange', followHash);
    return () => {
      element?.removeEventListener(unfoldEvent, unfold);
      window.removeEventListener('hashchange', followHash);
    };
  }, [id]);
  return (
    <section ref={section} id={id} aria-labelledby={titleId} className={sectionFrame}>
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 tabIndex={-1} className="scroll-mt-24 font-semibold text-xl">
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={contentId}
            onClick={() => setOpen(!isOpen)}
            className="-ml-1.5 flex min-h-11 cursor-pointer items-center gap-2 rounded-md px-1.5 text-left"
          >
            <ChevronRight
              aria-hidden
              className={cn('size-5 shrink-0 text-ink-soft transition-transform', isOpen && 'rotate-90')}
            />
            <span id={titleId}>{title}</span>
          </button>
        </h2>
        {!isOpen && waits}
        {actions && <div className="flex flex-wrap gap-2.5">{actions}</div>}
      </div>
      <div id={contentId} hidden={!isOpen} className="grid gap-4">
        {children}
      </div>
    </section>
  );
}
