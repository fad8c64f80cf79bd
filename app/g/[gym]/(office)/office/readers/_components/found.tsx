'use client';

import { useState } from 'react';
import { useAction } from '#components/hooks/use-action.ts';
import { ArrivalProblem } from '#components/readers/arrival-text.tsx';
import { ArrivedKeys } from '#components/readers/arrived-keys.tsx';
import { CardWait } from '#components/readers/card-wait.tsx';
import { HolderLine } from '#components/readers/holder-line.tsx';
import { useProfileText } from '#components/readers/use-profile-text.ts';
import { Button } from '#components/ui/button.tsx';
import { PendingButton } from '#components/ui/pending-button.tsx';
import { Problem } from '#components/ui/problem.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import type { Arrival, WholeArrival } from '#lib/browser/scan/arrival.ts';
import type { ActionResult } from '#lib/wire/action-result.ts';
import { addReader } from '#lib/wire/reader/add-reader.ts';
import { displayCardNumber, readCard } from '#lib/wire/reader/card-number.ts';
import type { ReaderProfile, ReaderProfiles } from '#lib/wire/reader/reader-profile.ts';
import type { ReadersOutcome } from '#lib/wire/readers.ts';
import { useHolder } from './use-holder.ts';

interface FoundProps {
  locationId: string;
  /** How the readers of the gym write already. */
  profiles: ReaderProfiles;
  /** How the cards were read. */
  found: ReaderProfile;
  /** What arrived of the cards with known numbers, oldest first. */
  arrivals: readonly WholeArrival[];
  /** What has arrived since. */
  trial: Arrival | null;
  onAgain(): void;
  onSave(profiles: ReaderProfile[]): Promise<ActionResult<ReadersOutcome>>;
  onSaved(outcome: ReadersOutcome): void;
}

/** How the reader writes, a second card to try it with, and what saving it means for the other readers. */
export function Found({ locationId, profiles, found, arrivals, trial, onAgain, onSave, onSaved }: FoundProps) {
  const t = useTranslations('readers');
  const describe = useProfileText();
  const [isMeanwhile, setMeanwhile] = useState(false);
  const save = useAction(onSave, {
    onDone: (outcome) => {
      setMeanwhile(outcome.kind === 'changedMeanwhile');
      onSaved(outcome);
    },
  });
  const profile = { ...found, ...endOf(arrivals) };
  const texts = arrivals.map(({ text }) => text);
  const added = addReader(profiles, { found: profile, texts });
  const saved = added.kind === 'added' ? added.profiles : added.replaced;
  const shown = saved.at(-1) ?? profile;
  const { title, rest } = describe(shown);
  return (
    <>
      <div role="status" className="grid gap-1">
        <p className="font-semibold text-lg">{title}</p>
        <p>{rest}</p>
        {shown.isPadded && !found.isPadded && <p className="text-ink-soft text-sm">{t('find.mayBeShort')}</p>}
      </div>
      {trial?.kind !== 'whole' && texts[0] !== undefined && (
        <ReadCard text={texts[0]} profile={profile} locationId={locationId} />
      )}
      <CardWait isFocused isHeard title={t('find.trial')} />
      <div role="status" className="grid gap-2 empty:hidden">
        {trial?.kind === 'whole' && (
          <>
            <ArrivedKeys text={trial.text} endKey={trial.endKey} />
            <ReadCard text={trial.text} profile={shown} locationId={locationId} />
          </>
        )}
      </div>
      <ArrivalProblem arrival={trial?.kind === 'whole' ? null : trial} />
      {added.kind === 'ambiguous' && (
        <div role="alert" className="grid gap-1.5">
          <p className="font-medium text-refused">
            {t('ambiguous', { reader: describe(added.ambiguity.profiles[0]).name, example: added.ambiguity.example })}
          </p>
          <p className="text-ink-soft">{t('cure')}</p>
        </div>
      )}
      <Problem>{isMeanwhile ? t('changedMeanwhile') : save.failure}</Problem>
      <div className="flex flex-wrap justify-end gap-2.5">
        <Button onClick={onAgain}>{t('find.again')}</Button>
        <PendingButton look="main" isPending={save.isPending} onClick={() => void save.run(saved)}>
          {t(added.kind === 'added' ? 'find.save' : 'replace')}
        </PendingButton>
      </div>
    </>
  );
}

const endOf = (arrivals: readonly WholeArrival[]) => {
  const endKey = arrivals.at(-1)?.endKey;
  return endKey === undefined ? {} : { endKey };
};

function ReadCard({ text, profile, locationId }: { text: string; profile: ReaderProfile; locationId: string }) {
  const t = useTranslations('readers.find');
  const reading = readCard(text.trim().replace(/^0x/i, ''), profile);
  const rfid = reading.kind === 'card' ? reading.rfid : null;
  const holder = useHolder(locationId, rfid);
  if (rfid === null) return <p className="font-medium text-refused">{t('trialFailed', { text })}</p>;
  return (
    <div className="wrap-anywhere grid gap-0.5 tabular-nums">
      <p className="font-semibold">{t('example', { text, number: displayCardNumber(rfid) })}</p>
      {holder && <HolderLine holder={holder} />}
    </div>
  );
}
