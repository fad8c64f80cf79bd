'use client';

import { useQueryClient } from '@tanstack/react-query';
import { UsersRound } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useUnsavedWarning } from '#app/(desk)/members/_components/use-unsaved-warning.tsx';
import { writeNote } from '#app/(desk)/members/[accountId]/actions.ts';
import { useAction } from '#components/hooks/use-action.ts';
import { NoteForm } from '#components/profile/note.tsx';
import { Banner } from '#components/ui/banner.tsx';
import { profileQuery } from '#lib/queries/member-queries.ts';
import type { NoteView } from '#lib/wire/members.ts';
import type { SectionProps } from './section-props.ts';

interface NoteEditProps extends SectionProps {
  /** The text that the form is opened with. */
  opened: string;
  /** Called with the note that is there now; with nothing where writing was given up. */
  onClose(saved?: NoteView | null): void;
}

export function NoteEdit({ accountId, locationId, opened, onClose }: NoteEditProps) {
  const t = useTranslations('memberNote');
  const queryClient = useQueryClient();
  const write = useAction(writeNote);
  const [base, setBase] = useState(opened);
  const [text, setText] = useState(opened);
  const [meanwhile, setMeanwhile] = useState<NoteView | null>(null);
  const unsavedWarning = useUnsavedWarning(text !== base);

  const save = async () => {
    const written = await write.run({ locationId, accountId, base, text });
    if (!written?.ok) return;
    switch (written.value.kind) {
      case 'saved':
        return onClose(written.value.note);
      case 'changedMeanwhile':
        // seen now: saving again means it
        setBase(written.value.note?.text ?? '');
        return setMeanwhile(written.value.note);
      case 'gone':
        return queryClient.setQueryData(profileQuery(locationId, accountId).queryKey, { kind: 'gone' });
    }
  };

  return (
    <>
      <NoteForm
        text={text}
        onType={setText}
        meanwhile={
          meanwhile && (
            <Banner tone="warning" icon={UsersRound} title={t('changedMeanwhile', { name: meanwhile.writtenBy })}>
              <p className="whitespace-pre-wrap">{meanwhile.text}</p>
              <p>{t('saveMeansIt')}</p>
            </Banner>
          )
        }
        failure={write.failure}
        isPending={write.isPending}
        onSave={save}
        onCancel={() => onClose()}
      />
      {unsavedWarning}
    </>
  );
}
