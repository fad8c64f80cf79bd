'use client';

import type { FormEvent } from 'react';
import { SearchMatches } from '#components/search/matches.tsx';
import { type MemberPickerOptions, useMemberPicker } from '#components/search/use-member-picker.ts';
import { TextField } from '#components/ui/field.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { isSearchable } from '#lib/wire/names/search-text.ts';

export interface CardsMemberPickerProps extends Omit<MemberPickerOptions, 'more' | 'nobody' | 'answered' | 'onSubmit'> {
  timeZone: string;
}

/** Searches for the member who gets a card. */
export function CardsMemberPicker({ timeZone, ...options }: CardsMemberPickerProps) {
  const t = useTranslations('cards.assign');
  const box = useTranslations('searchBox');
  const { type, press, input, isOpen, list } = useMemberPicker(options);
  const { isKnown, isSettled } = options.search;
  const hasFailed = isSettled && !isKnown && isSearchable(options.value.trim());
  const submit = (event: FormEvent) => {
    event.preventDefault();
    press('Enter');
  };
  return (
    <form onSubmit={submit} className="grid gap-3">
      <TextField
        {...input}
        data-autofocus
        type="search"
        label={t('search')}
        hint={t('searchHint')}
        onChange={(event) => type(event.target.value)}
      />
      <p role="status" className="text-ink-soft empty:hidden">
        {list.matches.length === 0 && (isKnown ? t('nobody') : hasFailed && t('searchFailed'))}
      </p>
      {isOpen && <SearchMatches {...list} timeZone={timeZone} />}
      {isOpen && list.more > 0 && <p className="text-ink-soft text-sm">{box('typeMore', { count: list.more })}</p>}
    </form>
  );
}
