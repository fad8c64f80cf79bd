import { useTranslations } from 'next-intl';
import { useId } from 'react';
import { useMembershipType } from '#components/desk/use-membership-type.ts';
import { SelectField } from '#components/ui/field.tsx';
import { type NewMemberKind, newMemberKinds } from './new-member.ts';

const memberTypes = ['BASIC', 'PREMIUM'] as const;

export interface NewMemberKindsProps {
  kind: NewMemberKind;
  membershipType: string;
  onKind(kind: NewMemberKind): void;
  onType(membershipType: string): void;
}

/** As what somebody is created. */
export function NewMemberKinds({ kind, membershipType, onKind, onType }: NewMemberKindsProps) {
  const t = useTranslations('newMember');
  const nameType = useMembershipType();
  const name = useId();
  return (
    <div className="grid gap-4">
      <fieldset>
        <legend className="mb-1.5 font-medium">{t('kind')}</legend>
        <div className="grid gap-2.5 sm:grid-cols-3">
          {newMemberKinds.map((option) => (
            <label
              key={option}
              className="flex min-h-11 cursor-pointer items-center gap-2.5 rounded-md border border-line-strong bg-surface px-3.5 py-2 has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2"
            >
              <input
                type="radio"
                name={name}
                checked={kind === option}
                onChange={() => onKind(option)}
                className="size-5 shrink-0 accent-accent outline-none"
              />
              <span className="font-medium">{t(`kinds.${option}`)}</span>
            </label>
          ))}
        </div>
      </fieldset>
      {kind === 'member' && (
        <SelectField
          label={t('type')}
          value={membershipType}
          options={memberTypes.map((type) => ({ value: type, label: nameType(type) ?? type }))}
          onChange={(event) => onType(event.target.value)}
          className="sm:max-w-[calc(50%-0.5rem)]"
        />
      )}
    </div>
  );
}
