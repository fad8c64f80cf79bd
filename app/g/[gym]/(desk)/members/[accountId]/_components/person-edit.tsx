'use client';

import { useReception } from '#app/g/[gym]/(desk)/_components/reception-context.ts';
import { saveMember } from '#app/g/[gym]/(desk)/members/[accountId]/actions.ts';
import { useAction } from '#components/hooks/use-action.ts';
import { useUnsaved } from '#components/hooks/use-unsaved.ts';
import { PersonConflicts } from '#components/person/conflicts.tsx';
import { PersonForm } from '#components/person/form.tsx';
import { BegunBy } from '#components/profile/begun-by.tsx';
import { ProfileSection } from '#components/profile/section.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { type Profile, type ProfileAnswer, tanField } from '#lib/wire/members.ts';
import type { SectionProps } from './section-props.ts';
import { usePersonEdit } from './use-person-edit.ts';

interface PersonEditProps extends SectionProps {
  opened: Profile;
  /** Called with the current member after saving; without after a cancel. */
  onClose(answer?: ProfileAnswer): void;
}

export function PersonEdit({ accountId, locationId, timeZone, opened, onClose }: PersonEditProps) {
  const t = useTranslations('profile');
  const save = useAction(saveMember);
  const { form, ...edit } = usePersonEdit(opened.values, save);
  useUnsaved(form.isUnsaved);
  const { staff } = useReception();

  const submit = form.submit(async (entered) => {
    if (!edit.check()) return null;
    const saved = await save.run({ locationId, accountId, base: edit.base, ...entered });
    if (!saved?.ok) return saved;
    switch (saved.value.kind) {
      case 'saved':
        onClose({ kind: 'current', profile: saved.value.profile });
        break;
      case 'gone':
        onClose({ kind: 'gone' });
        break;
      case 'invalid':
      case 'changedMeanwhile':
        edit.meet(saved.value);
        break;
    }
    return saved;
  });

  return (
    <ProfileSection id="person" title={t('person')}>
      <PersonForm
        values={form.values}
        tan={form.values[tanField]}
        wasCorporate={edit.base['membership.membershipType'] === 'CORPORATE_FITNESS'}
        onChange={edit.enter}
        problems={form.mistakes}
        failure={form.failure}
        conflicts={
          <>
            <BegunBy staff={staff} />
            <PersonConflicts
              conflicts={edit.conflicts}
              choices={edit.choices}
              onChoose={edit.choose}
              isChoiceMissing={edit.isChoiceMissing}
              timeZone={timeZone}
            />
          </>
        }
        isPending={form.isPending}
        onSubmit={submit}
        onCancel={() => onClose()}
      />
    </ProfileSection>
  );
}
