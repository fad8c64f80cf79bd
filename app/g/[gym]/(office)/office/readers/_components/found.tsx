'use client';

import { useState } from 'react';
import { useAction } from '#components/hooks/use-action.ts';
import { ArrivalProblem } from '#components/readers/arrival-text.tsx';
import { ArrivedKeys } from '#components/readers/arrived-keys.tsx';
import { CardWait } from '#components/readers/card-wait.tsx';
import { HolderLine } from '#components/readers/holder-line.tsx';
import { useProfileText } from '#components/readers/use-profile-text.ts';
import { useShownText } from '#components/readers/use-shown-text.ts';
import { Button } from '#components/ui/button.tsx';
import { PendingButton } from '#components/ui/pending-button.tsx';
import { Problem } from '#components/ui/problem.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import type { Arrival, WholeArrival } from '#lib/browser/scan/arrival.ts';
import type { ActionResult } from '#lib/wire/action-result.ts';
import { addReader } from '#lib/wire/reader/add-reader.ts';
import { readSent } from '#lib/wire/reader/calibrate-reader.ts';
import { displayCardNumber } from '#lib/wire/reader/card-number.ts';
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
  /** The cards that were held to the reader since. */
  trials: readonly WholeArrival[];
  /** What has arrived last since. */
  trial: Arrival | null;
  onAgain(): void;
  onSave(profiles: ReaderProfile[]): Promise<ActionResult<ReadersOutcome>>;
  onSaved(outcome: ReadersOutcome): void;
}

/** How the reader writes, a second card to try it with, and what saving it means for the other readers. */
export function Found({ locationId, profiles, found, arrivals, trials, trial, onAgain, onSave, onSaved }: FoundProps) {
  const t = useTranslations('readers');
  const describe = useProfileText();
  const [isMeanwhile, setMeanwhile] = useState(false);
  const save = useAction(onSave, {
    onDone: (outcome) => {
      setMeanwhile(outcome.kind === 'changedMeanwhile');
      onSaved(outcome);
    },
  });
  const texts = arrivals.map(({ text }) => text);
  const endKey = [...arrivals, ...trials].at(-1)?.endKey;
  // a card of another reader proves nothing about this one
  const tried = trials.map(({ text }) => text).filter((text) => readSent(text, found).kind === 'card');
  const { reader, replaced, ...added } = addReader(profiles, { found, texts: [...texts, ...tried], endKey });
  const { title, rest } = describe(endKey === undefined ? reader : { ...reader, endKey });
  const isTrialWrong = trial?.kind === 'whole' && readSent(trial.text, reader).kind !== 'card';
  const place = { locationId, profiles: [...profiles, reader], reader };
  return (
    <>
      <div role="status" className="grid gap-1">
        <p className="font-semibold text-lg">{title}</p>
        <p>{rest}</p>
        {reader.isPadded && !found.isPadded && <p className="text-ink-soft text-sm">{t('find.mayBeShort')}</p>}
        {isLikeBarcodes(reader) && <p className="text-ink-soft text-sm">{t('find.likeBarcodes')}</p>}
        {added.hasOtherEndKey && <p className="text-ink-soft text-sm">{t('find.otherEndKey')}</p>}
      </div>
      {trial?.kind !== 'whole' && texts[0] !== undefined && <ReadCard text={texts[0]} {...place} />}
      <CardWait isFocused isHeard title={t('find.trial')} />
      <div role="status" className="grid gap-2 empty:hidden">
        {trial?.kind === 'whole' && (
          <>
            <ArrivedKeys text={trial.text} endKey={trial.endKey} profiles={place.profiles} />
            <ReadCard text={trial.text} {...place} />
          </>
        )}
      </div>
      <ArrivalProblem arrival={trial?.kind === 'whole' ? null : trial} profiles={place.profiles} />
      {replaced.length > 0 && (
        <div role="alert" className="grid gap-1.5">
          {replaced.map(({ profiles: [other], example }) => (
            <p key={JSON.stringify(other)} className="font-medium text-refused">
              {t('ambiguous', { reader: describe(other).name, example })}
            </p>
          ))}
          <p className="text-ink-soft">{t('cure', { count: replaced.length })}</p>
        </div>
      )}
      <Problem>{isMeanwhile ? t('changedMeanwhile') : save.failure}</Problem>
      <div className="flex flex-wrap justify-end gap-2.5">
        <Button onClick={onAgain}>{t('find.again')}</Button>
        <PendingButton
          look="main"
          disabled={isTrialWrong}
          isPending={save.isPending}
          onClick={() => void save.run(added.profiles)}
        >
          {replaced.length === 0 ? t('find.save') : t('replace', { count: replaced.length })}
        </PendingButton>
      </div>
    </>
  );
}

/** Whether barcodes and membership ids of the same digits exist. */
const isLikeBarcodes = ({ format, prefix, hasComma }: ReaderProfile) =>
  format !== 'hex' && prefix === undefined && !hasComma;

interface ReadCardProps {
  text: string;
  locationId: string;
  profiles: ReaderProfiles;
  reader: ReaderProfile;
}

function ReadCard({ text, locationId, profiles, reader }: ReadCardProps) {
  const t = useTranslations('readers.find');
  const shown = useShownText(profiles)(text);
  const reading = readSent(text, reader);
  const rfid = reading.kind === 'card' ? reading.rfid : null;
  const holder = useHolder(locationId, rfid);
  if (rfid === null) return <p className="font-medium text-refused">{t('trialFailed', { text: shown })}</p>;
  return (
    <div className="wrap-anywhere grid gap-0.5 tabular-nums">
      <p className="font-semibold">{t('example', { text: shown, number: displayCardNumber(rfid) })}</p>
      {holder && <HolderLine holder={holder} />}
    </div>
  );
}
