import { type ReactNode, useId } from 'react';
import { cn } from '#lib/class-names.ts';

interface ProfileSectionProps {
  title: string;
  /** Leaves the title to those who hear the page, where there is one column and what is below speaks for itself. */
  isTitleHiddenWhenNarrow?: boolean;
  /** Buttons beside the title. */
  actions?: ReactNode;
  children: ReactNode;
}

/** The frame of one part of a member's page. */
export function ProfileSection({ title, isTitleHiddenWhenNarrow, actions, children }: ProfileSectionProps) {
  const titleId = useId();
  return (
    <section
      aria-labelledby={titleId}
      className="grid min-w-0 content-start gap-4 rounded-lg border border-line bg-surface p-4.5 sm:p-6"
    >
      <div
        className={cn(
          'flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-2',
          isTitleHiddenWhenNarrow && 'max-lg:sr-only',
        )}
      >
        <h2 id={titleId} className="font-semibold text-xl">
          {title}
        </h2>
        {actions && <div className="flex flex-wrap gap-2.5">{actions}</div>}
      </div>
      {children}
    </section>
  );
}
