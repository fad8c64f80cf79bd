import { CircleAlert, Clock3 } from 'lucide-react';
import { cn } from '#components/ui/class-names.ts';
import { LinkButton } from '#components/ui/link-button.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { useGymPath } from '#lib/browser/page/gym-address.tsx';
import type { VisitTrouble } from '#lib/wire/visits.ts';
import { useTroubleText } from './use-trouble-text.ts';

interface TroubleNoteProps {
  trouble: VisitTrouble;
  /** Whether the reader may open the outbox. */
  maySettle: boolean;
}

/** Says that the member system does not have a visit, and leads to where that is settled. */
export function TroubleNote({ trouble, maySettle }: TroubleNoteProps) {
  const t = useTranslations('visits');
  const text = useTroubleText();
  const toGym = useGymPath();
  const isKept = trouble.state !== 'waiting';
  const Icon = isKept ? CircleAlert : Clock3;
  return (
    <p className={cn('text-sm', isKept ? 'font-semibold text-refused' : 'text-ink-soft')}>
      <Icon aria-hidden className="-mt-0.5 mr-1.5 inline size-4" />
      {text(trouble)}
      {maySettle && (
        <LinkButton look="quiet" href={toGym('/office/outbox')} className="-my-1.5 ml-1 print:hidden">
          {t('toOutbox')}
        </LinkButton>
      )}
    </p>
  );
}
