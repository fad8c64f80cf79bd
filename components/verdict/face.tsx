'use client';

import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useLocationFormat } from '#components/hooks/use-location-format.ts';
import { useMembershipType } from '#components/hooks/use-membership-type.ts';
import { Photo } from '#components/ui/avatar.tsx';
import { cn } from '#components/ui/class-names.ts';
import { Spinner } from '#components/ui/spinner.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { type Glance, type MemberSummary, memberOf, type Verdict } from '#lib/wire/verdict.ts';
import { appearanceOf, nameOf, unconfirmed } from './appearance.ts';

interface VerdictFaceProps {
  word: string;
  /** The colour of the word. */
  tone: string;
  icon: LucideIcon;
  /** Whether the icon spins. */
  isUnderWay: boolean;
  /** Null where the member is unknown: then the icon replaces the photo. */
  member: MemberSummary | null;
  name: string;
  /** The member's home gym, if it is another one. */
  homeGym?: string | undefined;
  /** ISO instant. */
  tappedAt: string;
  timeZone: string;
  /** Whether the visit is recorded; absent before the decision. */
  record?: ReactNode;
  /** The reasons. */
  children: ReactNode;
  /** The buttons. Below the photo where they do not fit next to it. */
  actions?: ReactNode;
}

type Face = Omit<VerdictFaceProps, 'word' | 'timeZone' | 'record' | 'children' | 'actions'>;

export function faceOfVerdict(verdict: Verdict): Face {
  const { icon, text } = appearanceOf(verdict);
  const member = memberOf(verdict);
  const { homeGym, tappedAt } = verdict;
  return { tone: text, icon, isUnderWay: false, member, name: nameOf(verdict), homeGym, tappedAt };
}

/** The face of a glance, shown while the platform is asked. `tappedAt`: epoch milliseconds. */
export function faceOfGlance({ member }: Glance, tappedAt: number): Face {
  const { icon, text } = unconfirmed;
  const at = new Date(tappedAt).toISOString();
  return { tone: text, icon, isUnderWay: true, member, name: member.displayName, tappedAt: at };
}

/** The member and the decision, readable from a step away. The layout adapts to its container. */
export function VerdictFace({ word, tone, icon: Icon, isUnderWay, member, name, ...props }: VerdictFaceProps) {
  const { homeGym, tappedAt, timeZone, record, children, actions } = props;
  const { timeWithSeconds } = useLocationFormat(timeZone);
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 p-4 @xl:grid-rows-[auto_1fr] @xl:gap-x-7 @xl:p-7 @4xl:grid-rows-[auto_auto_1fr]">
      <Portrait member={member} icon={Icon} />
      <div className="min-w-0">
        <p className={cn('flex flex-wrap items-center gap-x-3 font-bold text-xl tracking-wide', tone)}>
          <span className="flex min-w-0 gap-x-3 uppercase">
            {isUnderWay ? (
              <Spinner className="size-7 p-0.5" />
            ) : (
              <Icon aria-hidden className="size-7 shrink-0" strokeWidth={3} />
            )}
            {word}
          </span>
          <time
            dateTime={tappedAt}
            className="font-medium text-base text-ink-soft tabular-nums tracking-normal @max-xl:basis-full @xl:ml-auto"
          >
            {timeWithSeconds(tappedAt)}
          </time>
        </p>
        <h2 className="mt-1 wrap-anywhere font-bold text-[2rem] leading-tight tracking-tight @xl:text-[2.375rem]">
          {name}
        </h2>
        {member && <Meta member={member} homeGym={homeGym} />}
        {record}
      </div>
      <div className="min-w-0 @max-xl:col-span-2 @xl:col-start-2">{children}</div>
      <div className="col-span-2 min-w-0 @4xl:col-span-1 @4xl:col-start-2">{actions}</div>
    </div>
  );
}

function Portrait({ member, icon: Icon }: Pick<VerdictFaceProps, 'member' | 'icon'>) {
  const initials = member?.initials ?? <Icon className="size-9 @xl:size-12 @3xl:size-20" />;
  return (
    <div
      aria-hidden
      className="grid size-18 place-items-center overflow-hidden rounded-md bg-surface/60 font-semibold text-2xl text-ink-soft @xl:row-span-2 @xl:size-36 @4xl:row-span-3 @xl:text-4xl @3xl:size-52 @3xl:text-6xl"
    >
      <Photo key={member?.photoUrl} url={member?.photoUrl} fallback={initials} />
    </div>
  );
}

function Meta({ member, homeGym }: { member: MemberSummary; homeGym: string | undefined }) {
  const t = useTranslations('verdict');
  const nameType = useMembershipType();
  const parts = [
    nameType(member.membershipType),
    member.memberSince && t('memberSince', { year: member.memberSince.slice(0, 4) }),
    member.membershipId,
  ];
  const home = homeGym && <span className="inline-block">{t('homeGym', { gym: homeGym })}</span>;
  return (
    <p className="mt-1 wrap-anywhere text-ink-soft text-lg">
      {parts.filter(Boolean).join(' · ')}
      {home && <> · {home}</>}
    </p>
  );
}
