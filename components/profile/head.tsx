'use client';

import { ArrowLeft, CloudOff } from 'lucide-react';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { useLocationFormat } from '#components/hooks/use-location-format.ts';
import { useMembershipType } from '#components/hooks/use-membership-type.ts';
import { Banner } from '#components/ui/banner.tsx';
import type { Profile } from '#lib/wire/members.ts';

interface ProfileHeadProps {
  profile: Profile;
  /** When the platform last confirmed what is shown; null where it just did. */
  confirmedAt: string | null;
  timeZone: string;
}

/** Whose page this is, and how far what it says can be trusted. */
export function ProfileHead({ profile, confirmedAt, timeZone }: ProfileHeadProps) {
  const t = useTranslations('profile');
  const { time } = useLocationFormat(timeZone);
  const nameType = useMembershipType();
  const { values } = profile;
  const facts = [nameType(values['membership.membershipType'] || null), values['membership.membershipId']];
  return (
    <header className="grid gap-3">
      <Link
        href="/members"
        className="-ml-1 inline-flex min-h-11 items-center gap-1.5 justify-self-start rounded-md px-1 font-medium text-accent"
      >
        <ArrowLeft aria-hidden className="size-4" /> {t('back')}
      </Link>
      <div>
        <h1 className="wrap-anywhere font-bold text-[2rem] leading-tight tracking-tight">{profile.displayName}</h1>
        <p className="wrap-anywhere text-ink-soft text-lg">{facts.filter(Boolean).join(' · ')}</p>
      </div>
      {confirmedAt && (
        <div role="status">
          <Banner tone="info" icon={CloudOff} title={t('remembered', { time: time(confirmedAt) })}>
            {t('rememberedText')}
          </Banner>
        </div>
      )}
    </header>
  );
}
