'use client';

import { useRouter } from 'next/navigation';
import { endOwnSession } from '#app/account/actions.ts';
import { SessionRow } from '#components/account/session-row.tsx';
import { useAction } from '#components/hooks/use-action.ts';
import { useSettling } from '#components/hooks/use-settling.ts';
import { OfficeSection } from '#components/office/section.tsx';
import { Problem } from '#components/ui/problem.tsx';
import { toast } from '#components/ui/toast.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import type { OwnSession } from '#lib/wire/account.ts';

interface SessionsSectionProps {
  sessions: readonly OwnSession[];
  timeZone: string;
}

/** Where the person is signed in. Each other session can be ended. */
export function SessionsSection({ sessions, timeZone }: SessionsSectionProps) {
  const t = useTranslations('account.sessions');
  const router = useRouter();
  const list = useSettling<HTMLUListElement>('li');
  const end = useAction((sessionId: string) => endOwnSession({ sessionId }), {
    onDone: () => {
      toast.success(t('ended'));
      router.refresh();
    },
  });
  return (
    <OfficeSection title={t('title')} text={t('text')}>
      <ul ref={list} aria-label={t('title')}>
        {sessions.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            timeZone={timeZone}
            isPending={end.isPending}
            onEnd={() => void end.run(session.id)}
          />
        ))}
      </ul>
      <Problem>{end.failure}</Problem>
    </OfficeSection>
  );
}
