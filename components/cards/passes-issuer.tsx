'use client';

import { type FormEvent, useState } from 'react';
import { useForm } from '#components/hooks/use-form.ts';
import { Button } from '#components/ui/button.tsx';
import { ChoiceCards } from '#components/ui/choice-cards.tsx';
import { TextField } from '#components/ui/field.tsx';
import { Problem } from '#components/ui/problem.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { type PassIssuer, passIssuerForm } from '#lib/wire/cards.ts';
import { useIssuerName } from './names.ts';

interface PassesIssuerProps {
  /** Issuers used at this location before. */
  issuers: readonly PassIssuer[];
  onChoose(issuer: PassIssuer | null): void;
  onBack(): void;
}

/** Asks for the issuer of the scanned pass: the token does not contain it. */
export function PassesIssuer({ issuers, onChoose, onBack }: PassesIssuerProps) {
  const t = useTranslations('cards.issuer');
  const nameIssuer = useIssuerName();
  const [choice, setChoice] = useState(issuers.length > 0 ? '0' : 'google');
  const form = useForm(passIssuerForm, {
    initial: { wallet: 'google', id: '' },
    mistakeOf: () => true,
  });
  const options = [
    ...issuers.map((issuer, index) => ({ value: String(index), label: nameIssuer(issuer) })),
    { value: 'google', label: t('newGoogle') },
    { value: 'apple', label: t('newApple') },
    { value: 'none', label: t('none') },
  ];
  const isNew = choice === 'google' || choice === 'apple';
  const choose = (value: string) => {
    setChoice(value);
    if (value === 'google' || value === 'apple') form.change({ wallet: value }, ['id']);
  };
  const submitNew = form.submit((issuer) => void onChoose(issuer));
  const submit = (event: FormEvent<HTMLFormElement>) => {
    if (isNew) return submitNew(event);
    event.preventDefault();
    onChoose(choice === 'none' ? null : (issuers[Number(choice)] ?? null));
  };
  return (
    <form onSubmit={submit} className="grid gap-4">
      <div>
        <p className="font-semibold text-lg">{t('title')}</p>
        <p className="text-ink-soft">{t('text')}</p>
      </div>
      <ChoiceCards label={t('choose')} value={choice} options={options} onChange={choose} className="flex flex-wrap" />
      {isNew && (
        <TextField
          {...form.field('id')}
          key={choice}
          label={t(choice === 'google' ? 'collectorId' : 'passTypeId')}
          error={form.mistakes.id ? t(choice === 'google' ? 'collectorIdError' : 'passTypeIdError') : undefined}
          inputMode={choice === 'google' ? 'numeric' : undefined}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          autoCorrect="off"
        />
      )}
      <Problem>{form.failure}</Problem>
      <div className="flex flex-wrap justify-end gap-2.5">
        <Button onClick={onBack}>{t('back')}</Button>
        <Button look="main" type="submit">
          {t('assign')}
        </Button>
      </div>
    </form>
  );
}
