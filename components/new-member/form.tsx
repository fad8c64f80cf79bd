'use client';

import { ChevronDown } from 'lucide-react';
import { type FormEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLocationFormat } from '#components/hooks/use-location-format.ts';
import { useMembershipType } from '#components/hooks/use-membership-type.ts';
import { PersonInput } from '#components/person/input.tsx';
import { ChoiceCards } from '#components/ui/choice-cards.tsx';
import { PendingButton } from '#components/ui/pending-button.tsx';
import { PendingFields } from '#components/ui/pending-fields.tsx';
import { Select } from '#components/ui/select.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { type FieldProblems, type FormField, tanField } from '#lib/wire/members.ts';
import {
  fieldsOf,
  inGroups,
  isAmongMore,
  kindOf,
  type NewMember,
  type NewMemberKind,
  newMemberKinds,
  withField,
  withKind,
} from './new-member.ts';

interface NewMemberFormProps {
  member: NewMember;
  onChange(member: NewMember): void;
  problems: FieldProblems;
  /** The conflict with an existing member, and the options. */
  obstacle: ReactNode;
  failure: string | null;
  isPending: boolean;
  timeZone: string;
  onSubmit(event: FormEvent<HTMLFormElement>): void;
}

/** The form of a new member: three fields for a prospect, the others on demand. */
export function NewMemberForm({
  member,
  onChange,
  problems,
  obstacle,
  failure,
  isPending,
  ...props
}: NewMemberFormProps) {
  const t = useTranslations('newMember');
  const profile = useTranslations('profile');
  const form = useRef<HTMLFormElement>(null);
  const [isMoreOpen, setIsMoreOpen] = useState(false);
  const kind = kindOf(member);
  const { asked, more } = fieldsOf(kind);

  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[name=firstName]')?.focus();
  }, []);
  // before the next frame, which focuses the first invalid field: a hidden field takes no focus
  useLayoutEffect(() => {
    if (isAmongMore(kind, problems)) setIsMoreOpen(true);
  }, [problems, kind]);

  const input = (field: FormField) => (
    <PersonInput
      key={field}
      field={field}
      value={field === tanField ? member.tan : member.values[field]}
      hint={field === tanField ? t('tanHint') : undefined}
      whenEmpty={t('choose')}
      problem={problems[field]}
      onChange={(value) => onChange(withField(member, field, value))}
    />
  );

  return (
    <form ref={form} noValidate method="post" onSubmit={props.onSubmit} aria-label={t('title')} className="grid gap-5">
      <PendingFields isPending={isPending}>
        <NewMemberKinds
          kind={kind}
          membershipType={member.values['membership.membershipType']}
          onKind={(chosen) => {
            onChange(withKind(member, chosen));
            // a prospect is created quickly; for other kinds the contract is at hand
            setIsMoreOpen(chosen !== 'prospect');
          }}
          onType={(type) => onChange(withField(member, 'membership.membershipType', type))}
        />
        <div className="grid gap-4 sm:grid-cols-2">{asked.map(input)}</div>
        <details open={isMoreOpen} onToggle={(event) => setIsMoreOpen(event.currentTarget.open)} className="group">
          <summary className="flex min-h-11 cursor-pointer list-none flex-wrap items-center gap-x-3 rounded-md text-ink-soft [&::-webkit-details-marker]:hidden">
            <span className="flex items-center gap-1.5 font-semibold text-accent">
              <ChevronDown aria-hidden className="size-5 group-open:rotate-180" />
              {t('more')}
            </span>
            <Proposal member={member} timeZone={props.timeZone} />
          </summary>
          <div className="grid gap-5 pt-3">
            {inGroups(more).map(({ group, fields }) => (
              <fieldset key={group} className="grid gap-4 sm:grid-cols-2">
                <legend className="mb-3 font-semibold text-ink-soft text-sm">{profile(group)}</legend>
                {fields.map(input)}
              </fieldset>
            ))}
          </div>
        </details>
      </PendingFields>
      <div role="alert" className="grid gap-3 empty:hidden">
        {obstacle}
        {failure && <p className="font-medium text-refused">{failure}</p>}
      </div>
      <PendingButton type="submit" look="main" isPending={isPending} className="justify-self-start">
        {t('create')}
      </PendingButton>
    </form>
  );
}

/** The defaults, shown while the fields are collapsed. */
function Proposal({ member, timeZone }: { member: NewMember; timeZone: string }) {
  const t = useTranslations('newMember');
  const { day } = useLocationFormat(timeZone);
  const { 'membership.membershipId': id, 'membership.startOfContract': start } = member.values;
  return (
    <span className="group-open:hidden">
      {[id && t('withId', { id }), start && t('from', { day: day(start) })].filter(Boolean).join(' · ')}
    </span>
  );
}

const memberTypes = ['BASIC', 'PREMIUM'] as const;

interface NewMemberKindsProps {
  kind: NewMemberKind;
  membershipType: string;
  onKind(kind: NewMemberKind): void;
  onType(membershipType: string): void;
}

function NewMemberKinds({ kind, membershipType, onKind, onType }: NewMemberKindsProps) {
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
        <Select
          label={t('type')}
          value={membershipType}
          options={memberTypes.map((type) => ({ value: type, label: nameType(type) ?? type }))}
          onChange={onType}
          className="sm:max-w-[calc(50%-0.5rem)]"
        />
      )}
    </div>
  );
}
