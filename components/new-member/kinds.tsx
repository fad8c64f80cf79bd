import { useTranslations } from 'next-intl';
import { useMembershipType } from '#components/hooks/use-membership-type.ts';
import { ChoiceCards } from '#components/ui/choice-cards.tsx';
import { SelectField } from '#components/ui/field.tsx';
import { type NewMemberKind, newMemberKinds } from './new-member.ts';

const memberTypes = ['BASIC', 'PREMIUM'] as const;

interface NewMemberKindsProps {
  kind: NewMemberKind;
  membershipType: string;
  onKind(kind: NewMemberKind): void;
  onType(membershipType: string): void;
}

/** As what somebody is created. */
export function NewMemberKinds({ kind, membershipType, onKind, onType }: NewMemberKindsProps) {
  const t = useTranslations('newMember');
  const nameType = useMembershipType();
  return (
    <div className="grid gap-4">
      <ChoiceCards
        label={t('kind')}
        value={kind}
        options={newMemberKinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
        onChange={onKind}
        className="grid sm:grid-cols-3"
      />
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
