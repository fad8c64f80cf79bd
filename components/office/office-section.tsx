import { type ReactNode, useId } from 'react';

interface OfficeSectionProps {
  title: string;
  text?: string;
  /** What links lead to. */
  id?: string;
  children: ReactNode;
}

/** The frame of one part of an office page. */
export function OfficeSection({ title, text, id, children }: OfficeSectionProps) {
  const titleId = useId();
  return (
    <section
      id={id}
      aria-labelledby={titleId}
      className="grid min-w-0 scroll-mt-4 content-start gap-4 rounded-lg border border-line bg-surface p-4.5 sm:p-6"
    >
      <div className="grid gap-1">
        <h2 id={titleId} className="font-semibold text-xl">
          {title}
        </h2>
        {text && <p className="text-ink-soft">{text}</p>}
      </div>
      {children}
    </section>
  );
}
