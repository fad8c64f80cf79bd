'use client';

import { useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { Photo } from '#components/ui/avatar.tsx';
import { onDemand } from '#components/ui/on-demand.tsx';
import { Spinner } from '#components/ui/spinner.tsx';
import { cn } from '#lib/class-names.ts';
import type { MemberSummary, Verdict } from '#lib/desk/verdict/verdict.ts';
import { useLocationFormat } from './use-location-format.ts';
import { useMembershipType } from './use-membership-type.ts';
import { useReasonText } from './use-reason-text.ts';
import { VerdictActions, type VerdictActionsProps } from './verdict-actions.tsx';
import { appearanceOf, nameOf } from './verdict-appearance.ts';
import { VerdictIdle } from './verdict-idle.tsx';
import { VerdictReasons } from './verdict-reasons.tsx';

const AdmitAnyway = onDemand(async () => (await import('./admit-anyway.tsx')).AdmitAnyway);

export interface VerdictCardProps extends Omit<VerdictActionsProps, 'verdict' | 'onAskAnyway'> {
  /** Null before the first scan of the day. */
  verdict: Verdict | null;
  /** What is being looked up, as it was read; it takes the place of the verdict before. */
  lookingUp: string | null;
  timeZone: string;
  onAdmitAnyway(accountId: string, reason: string): void;
}

/** The answer to a scan. The region keeps its place and height whatever it shows, so that nothing jumps under a hand. */
export function VerdictCard({ verdict, lookingUp, timeZone, onAdmitAnyway, ...props }: VerdictCardProps) {
  const t = useTranslations('verdict');
  // kept apart from the verdict on the screen: a scan in the middle of the question must not take its text away
  const [askedAbout, setAskedAbout] = useState<MemberSummary | null>(null);
  const actions = { ...props, onAskAnyway: setAskedAbout };
  const shown = lookingUp === null ? verdict : null;
  const appearance = shown && appearanceOf(shown);
  return (
    <section
      aria-label={t('region')}
      aria-busy={lookingUp !== null}
      data-verdict={shown?.kind}
      data-tap-id={shown?.tapId}
      className={cn(
        'min-h-86 rounded-lg border-l-10 sm:min-h-77',
        appearance ? [appearance.surface, appearance.border] : 'border-line bg-surface ring-1 ring-line ring-inset',
      )}
    >
      <Announcement verdict={shown} timeZone={timeZone} />
      {lookingUp !== null && <LookingUp value={lookingUp} />}
      {lookingUp === null && !verdict && <VerdictIdle />}
      {shown && <Answer key={shown.tapId} verdict={shown} timeZone={timeZone} actions={actions} />}
      <AdmitAnyway
        isWanted={askedAbout !== null}
        member={askedAbout}
        onClose={() => setAskedAbout(null)}
        onConfirm={onAdmitAnyway}
      />
    </section>
  );
}

interface AnswerProps {
  verdict: Verdict;
  timeZone: string;
  actions: Omit<VerdictActionsProps, 'verdict'>;
}

function Answer({ verdict, timeZone, actions }: AnswerProps) {
  const t = useTranslations('verdict');
  const { timeWithSeconds } = useLocationFormat(timeZone);
  const { icon: Icon, word, text } = appearanceOf(verdict);
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 p-4 sm:grid-rows-[auto_1fr] sm:gap-x-7 sm:p-7">
      <Portrait verdict={verdict} />
      <div className="min-w-0">
        <p className={cn('flex flex-wrap items-center gap-x-3 font-bold text-xl tracking-wide', text)}>
          <Icon aria-hidden className="size-7 shrink-0" strokeWidth={3} />
          <span className="uppercase">{t(`words.${word}`)}</span>
          <time
            dateTime={verdict.tappedAt}
            className="font-medium text-base text-ink-soft tabular-nums tracking-normal sm:ml-auto"
          >
            {timeWithSeconds(verdict.tappedAt)}
          </time>
        </p>
        <h2 className="mt-1 break-words font-bold text-[2rem] leading-tight tracking-tight sm:text-[2.375rem]">
          {nameOf(verdict)}
        </h2>
        <Meta verdict={verdict} />
      </div>
      <div className="min-w-0 max-sm:col-span-2 sm:col-start-2">
        <VerdictReasons verdict={verdict} timeZone={timeZone} />
        <VerdictActions verdict={verdict} {...actions} />
      </div>
    </div>
  );
}

function Portrait({ verdict }: { verdict: Verdict }) {
  const member = verdict.kind === 'unknown' ? null : verdict.member;
  const { icon: Icon } = appearanceOf(verdict);
  const initials = member?.initials ?? <Icon className="size-9 sm:size-12 xl:size-20" />;
  return (
    <div
      aria-hidden
      className="grid size-18 place-items-center overflow-hidden rounded-md bg-surface/60 font-semibold text-2xl text-ink-soft sm:row-span-2 sm:size-36 sm:text-4xl xl:size-52 xl:text-6xl"
    >
      <Photo key={member?.photoUrl} url={member?.photoUrl} fallback={initials} />
    </div>
  );
}

function Meta({ verdict }: { verdict: Verdict }) {
  const t = useTranslations('verdict');
  const nameType = useMembershipType();
  const member = verdict.kind === 'unknown' ? null : verdict.member;
  if (!member) return null;
  const parts = [
    nameType(member.membershipType),
    member.memberSince && t('memberSince', { year: member.memberSince.slice(0, 4) }),
    member.membershipId,
  ];
  return <p className="mt-1 text-ink-soft text-lg">{parts.filter(Boolean).join(' · ')}</p>;
}

function LookingUp({ value }: { value: string }) {
  const t = useTranslations('verdict');
  return (
    <Centered>
      <Spinner className="size-8 text-accent" />
      <p className="text-ink-soft">
        {t('lookingUp')} <span className="break-all font-medium text-ink">{value}</span>
      </p>
    </Centered>
  );
}

/** A wait is shown only once it is one: most answers are there before. */
function Centered({ children }: { children: ReactNode }) {
  return (
    <div className="grid min-h-[inherit] animate-appear-late place-content-center justify-items-center gap-3 p-6 text-center">
      {children}
    </div>
  );
}

/** Says the verdict to those who hear the page: word, name and first reason. */
function Announcement({ verdict, timeZone }: { verdict: Verdict | null; timeZone: string }) {
  const t = useTranslations('verdict');
  const reasonText = useReasonText(timeZone);
  const first = verdict?.reasons[0];
  return (
    <p role="status" aria-live="assertive" className="sr-only">
      {verdict &&
        t('announcement', {
          word: t(`words.${appearanceOf(verdict).word}`),
          name: nameOf(verdict),
          reason: first ? reasonText(first).text : '',
        })}
    </p>
  );
}
