'use client';

import { useState } from 'react';
import { ArrivalProblem } from '#components/readers/arrival-text.tsx';
import { ArrivedKeys } from '#components/readers/arrived-keys.tsx';
import { CardWait } from '#components/readers/card-wait.tsx';
import { ChooseNumber } from '#components/readers/choose-number.tsx';
import { useArrivals } from '#components/readers/use-arrivals.ts';
import { Dialog } from '#components/ui/dialog.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import type { Arrival, WholeArrival } from '#lib/browser/scan/arrival.ts';
import type { ActionResult } from '#lib/wire/action-result.ts';
import { findProfiles } from '#lib/wire/reader/calibrate-reader.ts';
import type { ReaderProfile, ReaderProfiles } from '#lib/wire/reader/reader-profile.ts';
import type { ReadersOutcome } from '#lib/wire/readers.ts';
import { Found } from './found.tsx';
import { NameCard } from './name-card.tsx';

interface FindOutProps {
  locationId: string;
  timeZone: string;
  profiles: ReaderProfiles;
  onSave(profiles: ReaderProfile[]): Promise<ActionResult<ReadersOutcome>>;
  onSaved(outcome: ReadersOutcome): void;
  onClose(): void;
}

/** A card that was held to the reader, and the numbers that it may have. */
interface KnownCard {
  arrival: WholeArrival;
  rfids: readonly string[];
}

const profilesOf = (known: readonly KnownCard[]) =>
  findProfiles(known.map(({ arrival, rfids }) => ({ scanned: arrival.text, rfids })));

/** Finds out how a reader writes: a card is held to it, its number is named, and where two ways fit, another one decides. */
export function FindOut({ onClose, ...props }: FindOutProps) {
  const t = useTranslations('readers.find');
  const common = useTranslations('common');
  const [known, setKnown] = useState<readonly KnownCard[]>([]);
  const [held, setHeld] = useState<WholeArrival | null>(null);
  const [last, setLast] = useState<Arrival | null>(null);
  const [trials, setTrials] = useState<readonly WholeArrival[]>([]);
  const [chosen, setChosen] = useState<ReaderProfile | null>(null);
  const fitting = profilesOf(known);
  const found = chosen ?? (fitting.length === 1 ? fitting[0] : undefined);

  useArrivals((arrival) => {
    setLast(arrival);
    if (arrival.kind !== 'whole') return;
    if (found) setTrials([...trials, arrival]);
    else setHeld(arrival);
  });
  /** @returns whether a way of writing turns what arrived into one of these numbers */
  const name = (rfids: readonly string[]): boolean => {
    if (!held) return false;
    const next = [...known, { arrival: held, rfids }];
    if (profilesOf(next).length === 0) return false;
    setKnown(next);
    setHeld(null);
    setLast(null);
    return true;
  };
  const beginAgain = () => {
    setKnown([]);
    setChosen(null);
    setHeld(last?.kind === 'whole' ? last : null);
    setLast(null);
    setTrials([]);
  };

  return (
    <Dialog
      isOpen
      hasInput={held !== null || known.length > 0}
      onOpenChange={onClose}
      title={found ? t('found') : t('title')}
      description={t(found ? 'foundText' : 'text')}
      closeLabel={common('close')}
    >
      {found ? (
        <Found
          {...props}
          found={found}
          arrivals={known.map(({ arrival }) => arrival)}
          trials={trials}
          trial={last}
          onAgain={beginAgain}
        />
      ) : (
        <>
          {held ? (
            <div role="status">
              <ArrivedKeys text={held.text} endKey={held.endKey} profiles={props.profiles} />
            </div>
          ) : (
            <CardWait isFocused isHeard={known.length > 0} title={t(known.length === 0 ? 'hold' : 'holdAnother')} />
          )}
          <ArrivalProblem arrival={last?.kind === 'whole' ? null : last} profiles={props.profiles} />
          {held && <NameCard key={held.text} locationId={props.locationId} timeZone={props.timeZone} onName={name} />}
          {!held && known[0] && <ChooseNumber text={known[0].arrival.text} profiles={fitting} onChoose={setChosen} />}
        </>
      )}
    </Dialog>
  );
}
