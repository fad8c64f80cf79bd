import { ArrowLeft } from 'lucide-react';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';

/** The page of a new member: where it came from, what it is, and one thing to do. */
export function NewMemberLayout({ notices, children }: { notices: ReactNode; children: ReactNode }) {
  const t = useTranslations('newMember');
  return (
    <main className="mx-auto grid w-full max-w-3xl gap-4 p-4 sm:p-6">
      <Link
        href="/members"
        className="-ml-1 inline-flex min-h-11 items-center gap-1.5 justify-self-start rounded-md px-1 font-medium text-accent"
      >
        <ArrowLeft aria-hidden className="size-4" /> {t('back')}
      </Link>
      <h1 className="font-bold text-3xl tracking-tight">{t('title')}</h1>
      {notices}
      <div className="grid gap-5 rounded-lg border border-line bg-surface p-4.5 sm:p-6">{children}</div>
    </main>
  );
}
