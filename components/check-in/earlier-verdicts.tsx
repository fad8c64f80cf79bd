'use client';

import { useLocationFormat } from '#components/hooks/use-location-format.ts';
import { useMembershipType } from '#components/hooks/use-membership-type.ts';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { cn } from '#components/ui/class-names.ts';
import { ErrorBoundary } from '#components/ui/error-boundary.tsx';
import { appearanceOf, nameOf } from '#components/verdict/appearance.ts';
import { useReasonText } from '#components/verdict/use-reason-text.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { memberOf, type Reason, type Verdict } from '#lib/wire/verdict.ts';

interface EarlierVerdictsProps {
  /** Newest first, without the shown one. */
  verdicts: readonly Verdict[];
  /** Failures that no user has opened: they stay above the others until then. */
  unseenTapIds: readonly string[];
  onChoose(verdict: Verdict): void;
  timeZone: string;
}

export function EarlierVerdicts({ verdicts, unseenTapIds, onChoose, timeZone }: EarlierVerdictsProps) {
  const t = useTranslations('earlier');
  const isUnseen = ({ tapId }: Verdict) => unseenTapIds.includes(tapId);
  const inOrder = [...verdicts.filter(isUnseen), ...verdicts.filter((verdict) => !isUnseen(verdict))];
  return (
    <section aria-label={t('title')} className="overflow-hidden rounded-md border border-line bg-surface">
      <h2 className="px-4.5 py-3 font-semibold text-ink-soft text-sm">{t('title')}</h2>
      {verdicts.length === 0 && <p className="border-line border-t px-4.5 py-3 text-ink-soft">{t('empty')}</p>}
      <ol className="max-h-105 overflow-y-auto empty:hidden">
        {inOrder.map((verdict) => (
          <li key={verdict.tapId} className="border-line border-t">
            <Row
              verdict={verdict}
              isUnseen={isUnseen(verdict)}
              onChoose={() => onChoose(verdict)}
              timeZone={timeZone}
            />
          </li>
        ))}
      </ol>
    </section>
  );
}

interface RowProps {
  verdict: Verdict;
  isUnseen: boolean;
  onChoose(): void;
  timeZone: string;
}

/** If a verdict fails to render, the other rows stay, and its own time and name too. */
function Row({ verdict, isUnseen, onChoose, timeZone }: RowProps) {
  const { time } = useLocationFormat(timeZone);
  return (
    <Button
      look="quiet"
      shape="row"
      onClick={onChoose}
      className={cn('gap-x-3.5 px-4.5 py-2 text-ink -outline-offset-2 max-xl:flex-wrap', isUnseen && 'bg-unknown-soft')}
    >
      <time dateTime={verdict.tappedAt} className="shrink-0 text-ink-soft tabular-nums">
        {time(verdict.tappedAt)}
      </time>
      <ErrorBoundary of={verdict.kind} fallback={<Name verdict={verdict} />}>
        <RowText verdict={verdict} isUnseen={isUnseen} timeZone={timeZone} />
      </ErrorBoundary>
    </Button>
  );
}

function RowText({ verdict, isUnseen, timeZone }: Omit<RowProps, 'onChoose'>) {
  const t = useTranslations();
  const nameType = useMembershipType();
  const reasonText = useReasonText(timeZone);
  const { icon: Icon, text, word } = appearanceOf(verdict);
  const why = [t(`verdict.words.${word}`), ...reasonsInShort(verdict).map((reason) => reasonText(reason).text)].join(
    ' · ',
  );
  const isCorporate = memberOf(verdict)?.membershipType === 'CORPORATE_FITNESS';
  return (
    <>
      <Icon aria-hidden className={cn('size-5 shrink-0', text)} strokeWidth={2.5} />
      <Name verdict={verdict} />
      {isCorporate && <Badge>{nameType('CORPORATE_FITNESS')}</Badge>}
      {isUnseen && (
        <Badge look="outlined" className={text}>
          {t('earlier.notSeen')}
        </Badge>
      )}
      <span className="min-w-0 text-ink-soft max-xl:basis-full xl:ml-auto xl:truncate xl:pl-2">{why}</span>
    </>
  );
}

function Name({ verdict }: Pick<RowProps, 'verdict'>) {
  return <span className="min-w-0 wrap-anywhere font-semibold xl:max-w-1/2 xl:shrink-0">{nameOf(verdict)}</span>;
}

/** The first reason, and whether a visit of an early admission is not counted. */
function reasonsInShort({ reasons }: Verdict): Reason[] {
  const all: readonly Reason[] = reasons;
  return all.filter(({ code }, index) => index === 0 || code === 'visitNotCounted');
}
