'use client';

import { Download } from 'lucide-react';
import { useState } from 'react';
import { DayField, useNumericDay } from '#components/days/day-field.tsx';
import { buttonLooks } from '#components/ui/button.tsx';
import { TextField } from '#components/ui/field.tsx';
import { Select } from '#components/ui/select.tsx';
import { withChosen } from '#components/ui/with-chosen.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { firstLogDay, type LogFilter, type LogPerson, logKinds, operatorBy } from '#lib/wire/audit-log.ts';
import { longestSearch } from '#lib/wire/names/search-text.ts';
import { isDay } from '#lib/wire/time/month.ts';

export interface LogFilterProps {
  /** The location's today. */
  today: string;
  filter: LogFilter;
  onFilter(filter: LogFilter): void;
  people: readonly LogPerson[];
  /** The URL of the export. */
  fileHref: string;
}

const all = 'all' as const;
const kinds = [all, ...logKinds] as const;

/** The filters of the log, and its export. */
export function LogFilterFields({ today, filter, onFilter, people, fileHref }: LogFilterProps) {
  const t = useTranslations('log');
  const write = useNumericDay();
  // typed text that is not a valid day yet
  const [typed, setTyped] = useState<{ from?: string; until?: string }>({});
  const choose = (changed: LogFilter) => {
    const { from, until, by, member, kind } = { ...filter, ...changed };
    onFilter({
      ...(from && { from }),
      ...(until && { until }),
      ...(by && { by }),
      ...(member && { member }),
      ...(kind && { kind }),
    });
  };
  const dayField = (end: 'from' | 'until') => ({
    label: t(end),
    value: typed[end] ?? filter[end] ?? '',
    error: typed[end] ? t('dayInvalid', { example: write(today) }) : undefined,
    today,
    min: firstLogDay,
    max: today,
    onChange: (day: string) => {
      const isChosen = day === '' || (isDay(day) && day >= firstLogDay);
      setTyped({ ...typed, [end]: isChosen ? undefined : day });
      if (isChosen) choose({ [end]: day === '' ? undefined : day });
    },
  });
  const by = filter.by ?? all;
  return (
    <div className="grid grid-cols-2 gap-3 xl:grid-cols-3">
      <DayField {...dayField('from')} />
      <DayField {...dayField('until')} {...(filter.from && { min: filter.from })} />
      <Select
        className="max-sm:col-span-2"
        label={t('person')}
        value={by}
        options={withChosen(
          [
            { value: all, label: t('everybody') },
            ...people.map(({ id, name, isFormer }) => ({
              value: id,
              label: isFormer ? t('formerPerson', { name }) : name,
            })),
            { value: operatorBy, label: t('operator') },
          ],
          by,
        )}
        onChange={(chosen) => choose({ by: chosen === all ? undefined : chosen })}
      />
      <TextField
        className="max-sm:col-span-2"
        label={t('member')}
        placeholder={t('memberPlaceholder')}
        autoComplete="off"
        spellCheck={false}
        maxLength={longestSearch}
        value={filter.member ?? ''}
        onChange={({ target }) => choose({ member: target.value })}
      />
      <Select
        className="max-sm:col-span-2"
        label={t('kind')}
        value={filter.kind ?? all}
        options={kinds.map((kind) => ({ value: kind, label: t(`kinds.${kind}`) }))}
        onChange={(kind) => choose({ kind: logKinds.find((name) => name === kind) })}
      />
      <a href={fileHref} download className={buttonLooks({}, 'self-end max-sm:col-span-2')}>
        <Download aria-hidden className="size-5" />
        {t('file')}
      </a>
    </div>
  );
}
