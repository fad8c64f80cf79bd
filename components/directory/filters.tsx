'use client';

import { X } from 'lucide-react';
import { useMembershipType } from '#components/hooks/use-membership-type.ts';
import { Button } from '#components/ui/button.tsx';
import { Select } from '#components/ui/select.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { type DirectoryFilters, directorySorts, directoryTypes } from '#lib/wire/directory.ts';

const flags = { photo: 'none', card: 'none', visit: 'late' } as const;

interface DirectoryFilterBarProps {
  filters: DirectoryFilters;
  onChange(filters: DirectoryFilters): void;
}

/** Filters and order of the directory. */
export function DirectoryFilterBar({ filters, onChange }: DirectoryFilterBarProps) {
  const t = useTranslations('directory');
  const nameType = useMembershipType();
  const { q, sort = 'changed', type, ends, ...others } = filters;
  const isFiltered = type !== undefined || ends !== undefined || Object.values(others).some(Boolean);
  return (
    <fieldset className="grid min-w-0 gap-3">
      <legend className="sr-only">{t('filters.label')}</legend>
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-3">
        <Select
          label={t('filters.type')}
          value={type ?? ''}
          options={[
            { value: '' as const, label: t('filters.allTypes') },
            ...directoryTypes.map((value) => ({ value, label: nameType(value) ?? value })),
          ]}
          onChange={(value) => onChange({ ...filters, type: value || undefined })}
        />
        <Select
          label={t('filters.ends')}
          value={ends ?? ''}
          options={[
            { value: '' as const, label: t('filters.anyEnd') },
            ...(['soon', 'past'] as const).map((value) => ({ value, label: t(`filters.${value}`) })),
          ]}
          onChange={(value) => onChange({ ...filters, ends: value || undefined })}
        />
        {q === undefined && (
          <Select
            label={t('sort.label')}
            value={sort}
            options={directorySorts.map((value) => ({ value, label: t(`sort.${value}`) }))}
            onChange={(value) => onChange({ ...filters, sort: value === 'changed' ? undefined : value })}
          />
        )}
      </div>
      <div className="flex flex-wrap gap-2.5">
        {(['photo', 'card', 'visit'] as const).map((flag) => (
          <Button
            key={flag}
            aria-pressed={filters[flag] !== undefined}
            className="aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent"
            onClick={() => onChange({ ...filters, [flag]: filters[flag] ? undefined : flags[flag] })}
          >
            {t(`filters.${flag}`)}
          </Button>
        ))}
        {isFiltered && (
          <Button look="quiet" onClick={() => onChange({ q, sort: filters.sort })}>
            <X aria-hidden className="size-5" /> {t('clear')}
          </Button>
        )}
      </div>
    </fieldset>
  );
}
