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
import type { Profile, ProfileAnswer } from '#lib/wire/members.ts';
import type { SectionProps } from './section-props.ts';
import { usePersonEdit } from './use-person-edit.ts';

interface PersonEditProps extends SectionProps {
  opened: Profile;
  /** Called with what is known of the member then; with nothing where editing was given up. */
  onClose(answer?: ProfileAnswer): void;
}

export function PersonEdit({ accountId, locationId, timeZone, opened, onClose }: PersonEditProps) {
  const t = useTranslations('profile');
  const edit = usePersonEdit(opened.values);
  const save = useAction(saveMember);
  useUnsaved(edit.isUnsaved);
  const { staff } = useReception();

  const submit = async () => {
    if (!edit.check()) return;
    const { base, values, tan } = edit;
    const saved = await save.run({ locationId, accountId, base, values, tan });
    if (!saved?.ok) return;
    switch (saved.value.kind) {
      case 'saved':
        return onClose({ kind: 'current', profile: saved.value.profile });
      case 'gone':
        return onClose({ kind: 'gone' });
      case 'invalid':
      case 'changedMeanwhile':
        return edit.meet(saved.value);
    }
  };

  return (
    <ProfileSection title={t('person')}>
      <PersonForm
        values={edit.values}
        tan={edit.tan}
        wasCorporate={edit.base['membership.membershipType'] === 'CORPORATE_FITNESS'}
        onChange={edit.enter}
        problems={edit.problems}
        failure={save.failure}
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
        isPending={save.isPending}
        onSubmit={submit}
        onCancel={() => onClose()}
      />
    </ProfileSection>
  );
}
