import Link from 'next/link';
import type { ReactNode } from 'react';
import { Badge } from '#components/ui/badge.tsx';
import { cn } from '#components/ui/class-names.ts';
import { LinkSign } from '#components/ui/link-sign.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { useGymPath } from '#lib/browser/page/gym-address.tsx';
import { isWaiting } from '#lib/browser/taps/waiting-verdict.ts';
import { memberPath } from '#lib/wire/member-path.ts';
import { endOf, factsOf, memberOf, type Reason, type Verdict, visitOf } from '#lib/wire/verdict.ts';
import { appearanceOf } from './appearance.ts';
import { listedReasons } from './record.ts';
import { useReasonText } from './use-reason-text.ts';

export interface VerdictReasonsProps {
  verdict: Verdict;
  timeZone: string;
  /** Renders an action for a reason, next to it. */
  offerFor?: (reason: Reason, verdict: Verdict) => ReactNode;
}

/** The reasons of a verdict, and who has to act next. */
export function VerdictReasons({ verdict, timeZone, offerFor }: VerdictReasonsProps) {
  const t = useTranslations('verdict');
  const reasonText = useReasonText(timeZone);
  const { text, border } = appearanceOf(verdict);
  const isOpen = factsOf(verdict).isOpen && endOf(verdict) === null;
  const isOnJudgement =
    isOpen && !isWaiting(verdict) && verdict.reasons.every((reason) => reason.nextActor !== 'reception');
  const isKept = isOpen && visitOf(verdict)?.isToBeSent === true;
  return (
    <ul aria-label={t('reasons')} className="mt-3 grid gap-1.5 text-lg empty:hidden">
      {listedReasons(verdict).map((reason) => {
        const { text: what, next } = reasonText(reason);
        return (
          <Item key={reason.code} bullet={text}>
            <span>{what}</span>
            {next && (
              <span className="flex items-baseline gap-x-2 text-base text-ink-soft">
                <Badge look="outlined" className={cn(text, border)}>
                  {t(`nextActor.${next.actor}`)}
                </Badge>
                <Step reason={reason} step={next.step} verdict={verdict} />
              </span>
            )}
            {offerFor?.(reason, verdict)}
          </Item>
        );
      })}
      {isOnJudgement && <Item bullet={text}>{t('onYourJudgement')}</Item>}
      {isKept && <Item bullet={text}>{t('visitKept')}</Item>}
    </ul>
  );
}

/** The next step; a link where it is done on the member's page. */
function Step({ reason, step, verdict }: { reason: Reason; step: string; verdict: Verdict }) {
  const toGym = useGymPath();
  const member = memberOf(verdict);
  if (reason.code !== 'photoMissing' || !member) return step;
  return (
    <Link
      href={toGym(memberPath(member.accountId))}
      prefetch={false}
      className="relative -my-2.5 py-2.5 font-medium text-ink underline underline-offset-2"
    >
      {step}
      <LinkSign />
    </Link>
  );
}

function Item({ bullet, children }: { bullet: string; children: ReactNode }) {
  return (
    <li className="flex gap-2.5">
      <span aria-hidden className={cn('font-extrabold', bullet)}>
        •
      </span>
      <span className="flex min-w-0 flex-wrap items-baseline gap-x-2.5">{children}</span>
    </li>
  );
}
