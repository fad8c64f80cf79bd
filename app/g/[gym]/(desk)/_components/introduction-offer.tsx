'use client';

import { useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { useTaskChanges } from '#app/_components/use-task-changes.ts';
import { Button } from '#components/ui/button.tsx';
import { Spinner } from '#components/ui/spinner.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { memberTasksQuery } from '#lib/browser/queries/task-queries.ts';
import type { TapPlace } from '#lib/browser/taps/new-tap.ts';

export interface IntroductionOfferProps extends TapPlace {
  accountId: string;
  /** The tap of the first admission. It is also the task's id: repeated presses, by whomever, create one task. */
  tapId: string;
}

/** Offers an introduction task for a member's first visit. */
export function IntroductionOffer({ accountId, tapId, locationId, staffId }: IntroductionOfferProps) {
  const t = useTranslations('tasks');
  const { data } = useQuery(memberTasksQuery(locationId, accountId));
  const changes = useTaskChanges({ locationId, staffId });
  if (!data) return null;
  if (data.tasks.some(({ id }) => id === tapId)) {
    return (
      <span className="flex items-center gap-2 text-base">
        <CircleCheck aria-hidden className="size-5 shrink-0 text-accent" />
        {t('introduction.made')}
      </span>
    );
  }
  if (changes.unseen.some(({ changeId }) => changeId === tapId)) {
    return (
      <span className="flex items-center gap-2 text-base text-ink-soft">
        <Spinner /> {t('introduction.waiting')}
      </span>
    );
  }
  if (!data.isLinked) return <span className="text-base text-ink-soft">{t('notLinked')}</span>;
  const create = () =>
    changes.createOnce(tapId, accountId, { what: { template: 'introduction' }, dueDate: data.today });
  return (
    <Button className="takes-no-early-press my-1.5 text-base" onClick={create}>
      {t('introduction.offer')}
    </Button>
  );
}
