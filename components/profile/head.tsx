'use client';

import { ArrowLeft, ChevronDown, CloudOff, KeyRound, LogIn, LogOut, MessageSquareText } from 'lucide-react';
import Link from 'next/link';
import { type ReactNode, useRef } from 'react';
import { flushSync } from 'react-dom';
import { useLocationFormat } from '#components/hooks/use-location-format.ts';
import { useMembershipType } from '#components/hooks/use-membership-type.ts';
import { useTurning } from '#components/hooks/use-settling.ts';
import { Banner } from '#components/ui/banner.tsx';
import { Button } from '#components/ui/button.tsx';
import { firstClick } from '#components/ui/first-click.ts';
import { LinkSign } from '#components/ui/link-sign.tsx';
import { Menu, MenuItem } from '#components/ui/menu.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { useGymPath } from '#lib/browser/page/gym-address.tsx';
import { lastDayOf } from '#lib/wire/contract-days.ts';
import type { Profile, ProfileAnswer } from '#lib/wire/members.ts';
import { dayOf } from '#shared/calendar/day-in-zone.ts';
import { unfoldEvent } from './folded-section.tsx';
import { type ProfilePart, profileParts } from './section.tsx';

export interface ProfileHeadProps {
  profile: Profile;
  /** The photo and what changes it. */
  photo: ReactNode;
  /** Set while the platform is unavailable: why, and when it last confirmed the profile; null for current data. */
  remembered: Pick<Extract<ProfileAnswer, { kind: 'remembered' }>, 'because' | 'confirmedAt'> | null;
  /** ISO instant of the arrival; null where the member is not in the gym, undefined while loading. */
  inSince: string | null | undefined;
  /** Sections that depend on the user's permissions. */
  parts: Record<'roles' | 'removal', boolean>;
  onPress(kind: 'checkIn' | 'checkOut'): void;
  timeZone: string;
}

/** The head of a member's page: name, presence, and the most frequent actions. */
export function ProfileHead({ profile, photo, remembered, inSince, parts, onPress, timeZone }: ProfileHeadProps) {
  const toGym = useGymPath();
  const t = useTranslations('profile');
  const { time } = useLocationFormat(timeZone);
  return (
    <header className="grid gap-3">
      <Link
        href={toGym('/members')}
        className="relative -ml-1 inline-flex min-h-11 items-center gap-1.5 justify-self-start rounded-md px-1 font-medium text-accent"
      >
        <ArrowLeft aria-hidden className="size-4" /> {t('back')}
        <LinkSign />
      </Link>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-4">
        {photo}
        <div className="min-w-48 flex-1">
          <h1 className="wrap-anywhere font-bold text-[2rem] leading-tight tracking-tight">{profile.displayName}</h1>
          <Contract profile={profile} timeZone={timeZone} />
          <Presence inSince={inSince} timeZone={timeZone} />
        </div>
        <div className="flex flex-wrap gap-2.5 max-sm:w-full max-sm:gap-2 max-sm:[&_button]:px-3.5">
          <PressButton inSince={inSince} onPress={onPress} />
          <Button onClick={() => leadTo('message')}>
            <MessageSquareText aria-hidden className="size-5 max-sm:hidden" /> {t('message')}
          </Button>
          <Parts parts={parts} />
        </div>
      </div>
      {remembered && (
        <div role="status">
          <Banner
            tone="info"
            icon={remembered.because === 'platformUnavailable' ? CloudOff : KeyRound}
            title={t('remembered', { because: remembered.because, time: time(remembered.confirmedAt) })}
          >
            {t('rememberedText', { because: remembered.because })}
          </Banner>
        </div>
      )}
    </header>
  );
}

/** `Premium · M-10442 · contract until 31 Dec 2026` */
function Contract({ profile, timeZone }: Pick<ProfileHeadProps, 'profile' | 'timeZone'>) {
  const t = useTranslations('profile');
  const nameType = useMembershipType();
  const { day } = useLocationFormat(timeZone);
  const { values, corporateEnd } = profile;
  const contract = { corporateEnd, endOfContract: values['membership.endOfContract'] };
  const end = lastDayOf(contract, timeZone);
  const facts = [
    nameType(values['membership.membershipType'] || null),
    values['membership.membershipId'],
    end && t(end < dayOf(Date.now(), timeZone) ? 'contractEnded' : 'contractUntil', { day: day(end) }),
  ];
  return <p className="wrap-anywhere text-ink-soft text-lg">{facts.filter(Boolean).join(' · ')}</p>;
}

function Presence({ inSince, timeZone }: Pick<ProfileHeadProps, 'inSince' | 'timeZone'>) {
  const t = useTranslations('profile');
  const { time } = useLocationFormat(timeZone);
  const dot = inSince ? 'bg-accent' : 'border-2 border-line-strong';
  return (
    <p role="status" className="flex min-h-7 items-center gap-2 font-semibold tabular-nums">
      {inSince !== undefined && (
        <>
          <span aria-hidden className={`size-2.5 rounded-full ${dot}`} />
          {inSince ? t('inSince', { time: time(inSince) }) : <span className="text-ink-soft">{t('notIn')}</span>}
        </>
      )}
    </p>
  );
}

/** Check-in or check-out; its result appears as a verdict. */
function PressButton({ inSince, onPress }: Pick<ProfileHeadProps, 'inSince' | 'onPress'>) {
  const t = useTranslations('actions');
  const kind = inSince ? 'checkOut' : 'checkIn';
  const button = useTurning<HTMLButtonElement>(kind);
  if (inSince === undefined) return null;
  const Icon = inSince ? LogOut : LogIn;
  return (
    <Button ref={button} look={inSince ? 'plain' : 'main'} onClick={firstClick(() => onPress(kind))}>
      <Icon aria-hidden className="size-5 max-sm:hidden" /> {t(kind)}
    </Button>
  );
}

/** The menu of the page's sections. */
function Parts({ parts }: Pick<ProfileHeadProps, 'parts'>) {
  const t = useTranslations('profile');
  const there = profileParts.filter((part) => (part === 'roles' || part === 'removal' ? parts[part] : true));
  const chosen = useRef<ProfilePart | null>(null);
  const lead = (closed: Event) => {
    if (!chosen.current) return;
    closed.preventDefault();
    leadTo(chosen.current);
    chosen.current = null;
  };
  return (
    <Menu
      onClosed={lead}
      trigger={
        <Button>
          {t('more')} <ChevronDown aria-hidden className="size-5" />
        </Button>
      }
    >
      {there.map((part) => (
        <MenuItem
          key={part}
          onSelect={() => {
            chosen.current = part;
          }}
        >
          {t(`parts.${part}`)}
        </MenuItem>
      ))}
    </Menu>
  );
}

/** Unfolds a section, scrolls to it and focuses its first element. */
function leadTo(part: ProfilePart): void {
  const section = document.getElementById(part);
  flushSync(() => section?.dispatchEvent(new Event(unfoldEvent)));
  const target = section?.querySelector<HTMLElement>('textarea') ?? section?.querySelector<HTMLElement>('h2');
  section?.scrollIntoView({ block: 'start' });
  target?.focus({ preventScroll: true });
}
