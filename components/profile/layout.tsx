import type { ReactNode } from 'react';

interface ProfileLayoutProps {
  head: ReactNode;
  /** Notes and visits. */
  main: ReactNode;
  /** Cards, bookings and tasks: beside the others on wide screens, after them on narrow ones. */
  side: ReactNode;
  /** The sections that the counter seldom needs, last on narrow screens. */
  rest: ReactNode;
}

/** Two columns from 1024 px on; one on narrower screens. Each is in the order of the document. */
export function ProfileLayout({ head, main, side, rest }: ProfileLayoutProps) {
  return (
    <main className="page grid max-w-7xl gap-5">
      {head}
      <div className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_minmax(0,26rem)] lg:grid-rows-[auto_1fr] lg:items-start">
        <div className="grid min-w-0 gap-5 lg:col-start-1">{main}</div>
        <div className="grid min-w-0 gap-5 lg:col-start-2 lg:row-span-2 lg:row-start-1">{side}</div>
        <div className="grid min-w-0 gap-5 lg:col-start-1">{rest}</div>
      </div>
    </main>
  );
}

interface ProfileNoticeProps {
  title: string;
  text: string;
  children: ReactNode;
}

/** Replaces a member's page that cannot be shown. */
export function ProfileNotice({ title, text, children }: ProfileNoticeProps) {
  return (
    <main className="page grid max-w-xl content-start justify-items-start gap-4 pt-16">
      <h1 className="font-bold text-3xl tracking-tight">{title}</h1>
      <p className="text-ink-soft">{text}</p>
      <div className="flex flex-wrap gap-2.5">{children}</div>
    </main>
  );
}
