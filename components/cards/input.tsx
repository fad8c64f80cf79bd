'use client';

import { ScanLine } from 'lucide-react';
import { type FormEvent, type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { TextField } from '#components/ui/field.tsx';
import { Problem } from '#components/ui/problem.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import type { CardInHand } from '#lib/browser/scan/card-in-hand.ts';
import { type NoCard, readCardToAssign } from '#lib/browser/scan/card-to-assign.ts';
import { takeScans } from '#lib/browser/scan/scan-targets.ts';
import type { ScanSource } from '#lib/wire/reader/identify.ts';
import type { ReaderProfiles } from '#lib/wire/reader/reader-profile.ts';
import { CardsNfcTap } from './nfc-tap.tsx';

interface CardsInputProps {
  readerProfiles: ReaderProfiles;
  onCard(card: CardInHand): void;
  /** Called with each scan, before it is parsed: the last scan counts. */
  onScan(): void;
  /** While hidden, because the dialog asks something else, it still receives scans. */
  isHidden: boolean;
  /** Further content about the card, below the field. */
  children?: ReactNode;
}

/** Waits for a card: from the reader, typed, or held to the tablet. */
export function CardsInput({ readerProfiles, onCard, onScan, isHidden, children }: CardsInputProps) {
  const t = useTranslations('cards.input');
  const [noCard, setNoCard] = useState<{ of: NoCard; source: ScanSource } | null>(null);
  const [typed, setTyped] = useState('');
  const noCardText = useNoCardText();

  const read = (text: string, source: ScanSource) => {
    const card = readCardToAssign(text, source, readerProfiles);
    if (card.kind === 'unreadable') return setNoCard({ of: card, source });
    setNoCard(null);
    onCard(card);
  };
  const readScan = useEffectEvent((text: string) => {
    onScan();
    read(text, 'scan');
  });
  useEffect(() => takeScans((text) => readScan(text)), []);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    read(typed, 'typed');
  };

  return (
    <div hidden={isHidden} className="grid gap-5 [&[hidden]]:hidden">
      <div className="grid gap-1.5 rounded-md bg-accent-soft px-4 py-3.5">
        <p className="flex items-center gap-3 font-semibold text-lg">
          <ScanLine aria-hidden className="size-6 shrink-0 text-accent" />
          {t('waiting')}
        </p>
        <p className="text-ink-soft">{t('waitingText')}</p>
        <Problem>{noCard?.source === 'scan' && noCardText(noCard.of)}</Problem>
      </div>
      <CardsNfcTap readerProfiles={readerProfiles} onCard={(value) => onCard({ kind: 'rfid', value })} />
      <form onSubmit={submit} className="grid gap-3">
        <TextField
          label={t('typed')}
          hint={t('typedHint')}
          error={noCard?.source === 'typed' ? noCardText(noCard.of) : undefined}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          autoCorrect="off"
        />
        {children}
        <Button type="submit" className="justify-self-start">
          {t('use')}
        </Button>
      </form>
    </div>
  );
}

function useNoCardText(): (noCard: NoCard) => string {
  const t = useTranslations('cards.input');
  const reasons = useTranslations('reasons.unreadable');
  return ({ reason, layout }) => {
    if (reason === 'notACard') return t('notACard');
    return reason === 'keyboardLayout' ? reasons('keyboardLayout', { layout: layout ?? '' }) : reasons(reason);
  };
}
