import { Button } from '#components/ui/button.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { readSent } from '#lib/wire/reader/calibrate-reader.ts';
import { displayCardNumber } from '#lib/wire/reader/card-number.ts';
import type { ReaderProfile, ReaderProfiles } from '#lib/wire/reader/reader-profile.ts';

interface ChooseNumberProps {
  /** What the reader has sent. */
  text: string;
  /** The profiles that fit. */
  profiles: ReaderProfiles;
  onChoose(profile: ReaderProfile): void;
}

/** Several ways of writing fit a card: another card decides, or the number that the member system has. */
export function ChooseNumber({ text, profiles, onChoose }: ChooseNumberProps) {
  const t = useTranslations('readers.find');
  const choices = profiles.flatMap((profile) => {
    const reading = readSent(text, profile);
    return reading.kind === 'card' ? [{ profile, rfid: reading.rfid }] : [];
  });
  const areDifferent = new Set(choices.map(({ rfid }) => rfid)).size === choices.length;
  return (
    <div className="grid gap-3">
      <p role="status" className="font-medium">
        {t('open')}
      </p>
      {areDifferent && (
        <>
          <p>{t('choose')}</p>
          <div className="flex flex-wrap gap-2.5 tabular-nums">
            {choices.map(({ profile, rfid }) => (
              <Button key={rfid} onClick={() => onChoose(profile)}>
                {displayCardNumber(rfid)}
              </Button>
            ))}
          </div>
          <p className="text-ink-soft text-sm">{t('chooseHint')}</p>
        </>
      )}
    </div>
  );
}
