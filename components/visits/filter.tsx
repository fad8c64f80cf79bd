'use client';

import { ChevronLeft, ChevronRight, Download, Printer } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { DayField, useNumericDay } from '#components/days/day-field.tsx';
import { Button, buttonLooks } from '#components/ui/button.tsx';
import { TextField } from '#components/ui/field.tsx';
import { Select } from '#components/ui/select.tsx';
import { isDay } from '#lib/wire/month.ts';
import { automaticBy, type VisitFilter, visitGroupNames } from '#lib/wire/visits.ts';
import { daysLater } from '#shared/calendar/days.ts';

export interface VisitsFilterProps {
  /** The location's today. */
  today: string;
  filter: VisitFilter;
  onFilter(filter: VisitFilter): void;
  /** Who has scanned that day. */
  people: readonly { id: string; name: string }[];
  /** Where the file is; null for who may not take one. */
  fileHref: string | null;
  onPrint(): void;
}

const all = 'all' as const;
const groups = [all, ...visitGroupNames] as const;

/** Which visits are shown, and what can be done with the list. */
export function VisitsFilter({ today, filter, onFilter, people, fileHref, onPrint }: VisitsFilterProps) {
  const t = useTranslations('visits');
  const write = useNumericDay();
  // what is typed and is no day yet
  const [typed, setTyped] = useState<string | null>(null);
  const go = (day: string) => {
    setTyped(isDay(day) ? null : day);
    if (isDay(day)) onFilter({ ...filter, day, by: undefined });
  };
  const by = filter.by ?? all;
  // somebody asked for by the address may have scanned nothing
  const others =
    [automaticBy, ...people.map(({ id }) => id)].includes(by) || by === all ? [] : [{ value: by, label: '–' }];
  return (
    <div className="grid gap-4 print:hidden">
      <div className="flex flex-wrap items-end gap-2.5">
        <Button shape="icon" aria-label={t('previousDay')} onClick={() => go(daysLater(filter.day, -1))}>
          <ChevronLeft aria-hidden className="size-5" />
        </Button>
        <DayField
          className="w-44"
          label={t('day')}
          value={typed ?? filter.day}
          error={typed ? t('dayInvalid', { example: write(today) }) : undefined}
          today={today}
          max={today}
          onChange={go}
        />
        <Button
          shape="icon"
          aria-label={t('nextDay')}
          disabled={filter.day >= today}
          onClick={() => go(daysLater(filter.day, 1))}
        >
          <ChevronRight aria-hidden className="size-5" />
        </Button>
        {filter.day !== today && <Button onClick={() => go(today)}>{t('today')}</Button>}
        <div className="ml-auto flex flex-wrap gap-2.5 max-sm:ml-0">
          {fileHref && (
            <a href={fileHref} download className={buttonLooks({})}>
              <Download aria-hidden className="size-5" />
              {t('file')}
            </a>
          )}
          <Button onClick={onPrint}>
            <Printer aria-hidden className="size-5" />
            {t('print')}
          </Button>
        </div>
      </div>
      <div className="grid gap-2.5 sm:grid-cols-3">
        <TextField
          label={t('name')}
          placeholder={t('namePlaceholder')}
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          value={filter.name}
          onChange={({ target }) => onFilter({ ...filter, name: target.value })}
        />
        <Select
          label={t('group')}
          value={filter.group ?? all}
          options={groups.map((group) => ({ value: group, label: t(`groups.${group}`) }))}
          onChange={(group) => onFilter({ ...filter, group: visitGroupNames.find((name) => name === group) })}
        />
        <Select
          label={t('by')}
          value={by}
          options={[
            { value: all, label: t('byAll') },
            ...people.map(({ id, name }) => ({ value: id, label: name })),
            { value: automaticBy, label: t('automatic') },
            ...others,
          ]}
          onChange={(chosen) => onFilter({ ...filter, by: chosen === all ? undefined : chosen })}
        />
      </div>
    </div>
  );
}
