'use client';

import { type FormEvent, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { TextField } from '#components/ui/field.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { knownNumbers } from '#lib/wire/reader/known-numbers.ts';
import { MemberOfCard } from './member-of-card.tsx';

interface NameCardProps {
  locationId: string;
  timeZone: string;
  /** @returns whether what arrived can be one of these numbers */
  onName(rfids: readonly string[]): boolean;
}

/** Asks which card was held to the reader: by its number, or by its member. */
export function NameCard({ onName, ...place }: NameCardProps) {
  const t = useTranslations('readers.find');
  const [isByMember, setByMember] = useState(false);
  return (
    <>
      {isByMember ? <MemberOfCard {...place} onName={onName} /> : <NumberOfCard onName={onName} />}
      <Button look="quiet" className="justify-self-start" onClick={() => setByMember(!isByMember)}>
        {t(isByMember ? 'byNumber' : 'byMember')}
      </Button>
    </>
  );
}

function NumberOfCard({ onName }: Pick<NameCardProps, 'onName'>) {
  const t = useTranslations('readers.find');
  const [text, setText] = useState('');
  const [mistake, setMistake] = useState<'numberMissing' | 'noneFits' | null>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const numbers = knownNumbers(text);
    if (numbers.length === 0) return setMistake('numberMissing');
    if (!onName(numbers)) setMistake('noneFits');
  };
  return (
    <form method="post" noValidate onSubmit={submit} className="grid gap-3">
      <TextField
        ref={takeFocus}
        label={t('number')}
        hint={t('numberHint')}
        error={mistake && t(mistake)}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setMistake(null);
        }}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        autoCorrect="off"
        maxLength={80}
      />
      <Button type="submit" look="main" className="justify-self-start">
        {t('use')}
      </Button>
    </form>
  );
}

/** The field appears with the card: the person has asked for nothing else. */
const takeFocus = (field: HTMLInputElement | null) => field?.focus();
