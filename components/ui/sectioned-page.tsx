'use client';

import { usePathname } from 'next/navigation';
import type { ReactNode } from 'react';
import { cn } from './class-names.ts';
import { NavLink } from './nav-link.tsx';

interface SectionedPageProps {
  title: string;
  /** In the order of the navigation, each with the path of its page. */
  sections: readonly { name: string; href: string }[];
  children: ReactNode;
}

/** Pages that belong together: their navigation on the left, one of them on the right; stacked on narrow screens. */
export function SectionedPage({ title, sections, children }: SectionedPageProps) {
  const pathname = usePathname();
  return (
    <main className="page grid max-w-6xl gap-5 lg:grid-cols-[12rem_minmax(0,1fr)] lg:gap-x-8 print:block print:max-w-none">
      <h1 className="font-bold text-3xl tracking-tight lg:col-span-2 print:hidden">{title}</h1>
      <nav aria-label={title} className="flex flex-wrap content-start gap-1 lg:flex-col print:hidden">
        {sections.map(({ name, href }) => (
          <NavLink
            key={href}
            href={href}
            aria-current={pathname === href ? 'page' : undefined}
            className={cn(
              'relative flex min-h-11 items-center rounded-md px-3 py-1.5 font-medium',
              pathname === href ? 'bg-accent-soft text-accent' : 'text-ink-soft hover:bg-unknown-soft hover:text-ink',
            )}
          >
            {name}
          </NavLink>
        ))}
      </nav>
      <div className="grid min-w-0 content-start gap-5">{children}</div>
    </main>
  );
}
