import { useId } from 'react';
import { Button } from '#components/ui/button.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { displayCardNumber, readCard } from '#lib/wire/reader/card-number.ts';
import type { ReaderProfile, ReaderProfiles } from '#lib/wire/reader/reader-profile.ts';
import { exampleOf } from '#lib/wire/reader/write-card.ts';
import { useProfileText } from './use-profile-text.ts';

interface ReadersListProps {
  profiles: ReaderProfiles;
  onChangeEndKey(profile: ReaderProfile): void;
  onRemove(profile: ReaderProfile): void;
}

/** How the readers of a gym write, one entry for each way. */
export function ReadersList({ profiles, onChangeEndKey, onRemove }: ReadersListProps) {
  const t = useTranslations('readers');
  const areEnds = new Set(profiles.map(({ endKey }) => endKey));
  return (
    <>
      <ul aria-label={t('list')}>
        {profiles.map((profile) => (
          <ReaderRow
            key={JSON.stringify(profile)}
            profile={profile}
            isOnly={profiles.length === 1}
            onChangeEndKey={() => onChangeEndKey(profile)}
            onRemove={() => onRemove(profile)}
          />
        ))}
      </ul>
      {areEnds.size > 1 && <p className="text-ink-soft text-sm">{t('endKey.differ')}</p>}
    </>
  );
}

interface ReaderRowProps {
  profile: ReaderProfile;
  isOnly: boolean;
  onChangeEndKey(): void;
  onRemove(): void;
}

function ReaderRow({ profile, isOnly, onChangeEndKey, onRemove }: ReaderRowProps) {
  const t = useTranslations('readers');
  const titleId = useId();
  const { title, name, rest } = useProfileText()(profile);
  const named = (action: string) => t('about', { action, reader: name });
  return (
    <li
      aria-labelledby={titleId}
      className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 border-line border-t py-4 first:border-t-0 first:pt-0 last:pb-0"
    >
      <div className="min-w-0 flex-1 basis-64">
        <p id={titleId} className="font-semibold text-lg">
          {title}
        </p>
        <p>{rest}</p>
        <Example profile={profile} />
      </div>
      <div className="flex flex-wrap gap-2.5">
        <Button aria-label={named(t('changeEndKey'))} onClick={onChangeEndKey}>
          {t('changeEndKey')}
        </Button>
        {!isOnly && (
          <Button aria-label={named(t('remove'))} onClick={onRemove}>
            {t('remove')}
          </Button>
        )}
      </div>
    </li>
  );
}

function Example({ profile }: { profile: ReaderProfile }) {
  const t = useTranslations('readers');
  const text = exampleOf(profile);
  const reading = readCard(text, profile);
  if (reading.kind !== 'card') return null;
  return (
    <p className="wrap-anywhere text-ink-soft text-sm tabular-nums">
      {t('example', { text, number: displayCardNumber(reading.rfid) })}
    </p>
  );
}
