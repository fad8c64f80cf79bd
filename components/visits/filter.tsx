import { ListFilter } from 'lucide-react';
import { useState } from 'react';
import { DialogBoundary } from '#components/dialogs/dialog-boundary.tsx';
import { Button } from '#components/ui/button.tsx';
import { cn } from '#components/ui/class-names.ts';
import { Dialog } from '#components/ui/dialog.tsx';
import { TextField } from '#components/ui/field.tsx';
import { Select } from '#components/ui/select.tsx';
import { withChosen } from '#components/ui/with-chosen.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { longestSearch } from '#lib/wire/names/search-text.ts';
import { refusalMessage } from '#lib/wire/refusal-message.ts';
import { refusalCodes } from '#lib/wire/refusals.ts';
import { type VisitFilter, visitTroubles, visitWays } from '#lib/wire/visits.ts';
import { DayFields, type DaysProps } from './days-bar.tsx';

export interface VisitsFilterProps extends DaysProps {
  /** Staff at the window in this period. */
  people: readonly { id: string; name: string }[];
}

const all = 'all' as const;

/** How many filters are set, the days not among them. */
export const countFilters = ({ name, how, by, state, reason, tab = 'visits' }: VisitFilter): number =>
  [name.trim(), how, by, tab === 'visits' && state, tab === 'refused' && reason].filter(Boolean).length;

/** The filters of the lists. */
export function FilterFields({ filter, onFilter, people, className }: VisitsFilterProps & { className?: string }) {
  const t = useTranslations('visits');
  const why = useTranslations('reasons');
  const { by = all, how = all, state = all, reason = all, tab = 'visits' } = filter;
  return (
    <div className={cn('grid gap-2.5', className)}>
      <TextField
        label={t('name')}
        placeholder={t('namePlaceholder')}
        autoComplete="off"
        spellCheck={false}
        maxLength={longestSearch}
        value={filter.name}
        onChange={({ target }) => onFilter({ ...filter, name: target.value })}
      />
      <Select
        label={t('how')}
        value={how}
        options={[
          { value: all, label: t('howAll') },
          ...visitWays.map((way) => ({ value: way, label: t(`ways.${way}`) })),
        ]}
        onChange={(value) => onFilter({ ...filter, how: visitWays.find((way) => way === value) })}
      />
      <Select
        label={t('by')}
        value={by}
        options={withChosen(
          [{ value: all, label: t('byAll') }, ...people.map(({ id, name }) => ({ value: id, label: name }))],
          by,
        )}
        onChange={(value) => onFilter({ ...filter, by: value === all ? undefined : value })}
      />
      {tab === 'visits' && (
        <Select
          label={t('state')}
          value={state}
          options={[
            { value: all, label: t('states.all') },
            ...visitTroubles.map((trouble) => ({ value: trouble, label: t(`states.${trouble}`) })),
          ]}
          onChange={(value) => onFilter({ ...filter, state: visitTroubles.find((one) => one === value) })}
        />
      )}
      {tab === 'refused' && (
        <Select
          label={t('reason')}
          value={reason}
          options={[
            { value: all, label: t('reasonAll') },
            ...refusalCodes.map((code) => ({ value: code, label: why(refusalMessage(code)) })),
          ]}
          onChange={(value) => onFilter({ ...filter, reason: refusalCodes.find((code) => code === value) })}
        />
      )}
    </div>
  );
}

/** On a phone: a button that opens the filters in a sheet. */
export function FilterSheet(props: VisitsFilterProps) {
  const t = useTranslations('visits');
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>
        <ListFilter aria-hidden className="size-5" />
        {t('openFilters', { count: countFilters(props.filter) })}
      </Button>
      <DialogBoundary of="filters" onClose={close}>
        <Dialog
          isOpen={isOpen}
          onOpenChange={setIsOpen}
          title={t('filters')}
          description={t('filtersText')}
          closeLabel={t('closeFilters')}
          appliesAtOnce
          isSheet
        >
          <DayFields {...props} />
          <FilterFields {...props} />
          <Button look="main" onClick={close}>
            {t('done')}
          </Button>
        </Dialog>
      </DialogBoundary>
    </>
  );
}
