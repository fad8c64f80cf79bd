'use client';

import { CircleHelp } from 'lucide-react';
import { useState } from 'react';
import { AnnouncingRegion } from '#components/ui/announced.tsx';
import { Banner } from '#components/ui/banner.tsx';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { firstClick } from '#components/ui/first-click.ts';
import type { TaskConflict } from '#lib/browser/changes/conflicts.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { type ContentField, contentFields } from '#lib/wire/task-content.ts';
import { useDueText, useTypeName } from './use-task-text.ts';

interface ConflictDialogProps {
  /** The first of them is shown; the next one once it is decided. */
  conflicts: readonly TaskConflict[];
  today: string;
  onKeepMine(conflict: TaskConflict): void;
  onKeepTheirs(conflict: TaskConflict): void;
}

/**
 * Two users changed the same field: the later one sees the other's change, and decides. Whoever closes the dialog puts
 * the decision off: a notice stays in its place.
 */
export function ConflictDialog({ conflicts, ...props }: ConflictDialogProps) {
  const t = useTranslations('tasks.conflict');
  /** The ids of the edits that the user has put off: a later edit of the same task is asked about. */
  const [putOff, setPutOff] = useState<ReadonlySet<string>>(new Set());
  const asked = conflicts.filter(({ requests }) => !requests.every(({ changeId }) => putOff.has(changeId)));
  const leftCount = conflicts.length - asked.length;
  return (
    <>
      <AnnouncingRegion>
        {leftCount > 0 && (
          <Banner
            tone="warning"
            icon={CircleHelp}
            title={t('putOff', { count: leftCount })}
            action={<Button onClick={() => setPutOff(new Set())}>{t('decide')}</Button>}
          />
        )}
      </AnnouncingRegion>
      <OpenConflict
        conflicts={asked}
        {...props}
        onPutOff={() =>
          setPutOff(new Set(conflicts.flatMap(({ requests }) => requests.map(({ changeId }) => changeId))))
        }
      />
    </>
  );
}

function OpenConflict(props: ConflictDialogProps & { onPutOff(): void }) {
  const { conflicts, today, onKeepMine, onKeepTheirs, onPutOff } = props;
  const t = useTranslations('tasks');
  const common = useTranslations('common');
  const nameTask = useTaskName();
  const [conflict, ...others] = conflicts;
  if (!conflict) return null;
  const { member } = conflict;
  return (
    <Dialog
      isOpen
      hasInput
      onOpenChange={onPutOff}
      title={t('conflict.title', { task: nameTask(conflict) })}
      description={member === null ? t('conflict.description') : t('conflict.descriptionOf', { member })}
      closeLabel={common('close')}
    >
      <Versions conflict={conflict} today={today} />
      {others.length > 0 && <p className="text-ink-soft">{t('conflict.others', { count: others.length })}</p>}
      {/* the key: the focus leaves the button that decided the one before */}
      <div key={conflict.changeId} className="flex flex-wrap justify-end gap-2.5">
        <Button className="takes-no-early-press" onClick={firstClick(() => onKeepTheirs(conflict))}>
          {t('conflict.keepTheirs')}
        </Button>
        <Button look="main" className="takes-no-early-press" onClick={firstClick(() => onKeepMine(conflict))}>
          {t('conflict.keepMine')}
        </Button>
      </div>
    </Dialog>
  );
}

function Versions({ conflict, today }: { conflict: TaskConflict; today: string }) {
  const t = useTranslations('tasks');
  const say = useFieldText(today);
  const labels = { name: t('name'), type: t('type'), dueDate: t('due') };
  const fields = contentFields.filter((field) => conflict.edits[field]);
  return (
    // the focus: the dialog opens by itself, and a key that was meant for the page must press nothing
    <table data-autofocus tabIndex={-1} className="w-full text-left outline-none">
      <thead className="text-ink-soft text-sm">
        <tr>
          <th scope="col" className="sr-only">
            {t('conflict.field')}
          </th>
          <th scope="col" className="py-1 pr-4 font-medium">
            {t('conflict.theirs')}
          </th>
          <th scope="col" className="py-1 font-medium">
            {t('conflict.mine')}
          </th>
        </tr>
      </thead>
      <tbody>
        {fields.map((field) => (
          <tr key={field} className="border-line border-t align-top">
            <th scope="row" className="sr-only">
              {labels[field]}
            </th>
            <td className="wrap-anywhere py-2 pr-4">{say(field, conflict.current[field])}</td>
            <td className="wrap-anywhere py-2 font-semibold">{say(field, conflict.edits[field]?.to ?? null)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Longer than names are. Platforms accept names of thousands of characters, which no title has room for. */
const longestTitle = 100;

/** The name of the task as its user knows it. */
function useTaskName(): (conflict: TaskConflict) => string {
  const t = useTranslations('tasks');
  const nameType = useTypeName();
  return ({ edits, current }) => {
    const type = edits.type ? edits.type.from : current.type;
    const name = (edits.name?.from ?? current.name) || (type === null ? t('title') : nameType(type));
    const letters = [...name];
    return letters.length <= longestTitle ? name : `${letters.slice(0, longestTitle).join('').trimEnd()}…`;
  };
}

function useFieldText(today: string): (field: ContentField, value: string | null) => string {
  const dueText = useDueText(today);
  const nameType = useTypeName();
  return (field, value) => {
    switch (field) {
      case 'name':
        return value ?? '';
      case 'type':
        return nameType(value ?? 'GENERAL');
      case 'dueDate':
        return dueText(value);
    }
  };
}
