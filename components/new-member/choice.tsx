'use client';

import { CloudOff, UserRoundSearch } from 'lucide-react';
import type { MouseEvent, ReactElement, ReactNode } from 'react';
import { PersonLine } from '#components/person/line.tsx';
import { Banner } from '#components/ui/banner.tsx';
import { Button } from '#components/ui/button.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { useGymPath } from '#lib/browser/page/gym-address.tsx';
import { memberPath } from '#lib/wire/member-path.ts';
import type { CreateOutcome } from '#lib/wire/new-member.ts';
import type { MemberSummary } from '#lib/wire/verdict.ts';
import { type NewMember, withAnotherId } from './new-member.ts';

/** A conflict with an existing member that the user has to resolve. */
export type NewMemberObstacle = Exclude<CreateOutcome, { kind: 'created' | 'invalid' }>;

interface NewMemberChoiceProps {
  obstacle: NewMemberObstacle;
  member: NewMember;
  /** Retries with the changed data. */
  onRetry(member: NewMember): void;
  onOtherEmail(): void;
}

/** Shows a conflict reported by the platform: the problem, the existing member, and the options. */
export function NewMemberChoice({ obstacle, member, onRetry, onOtherEmail }: NewMemberChoiceProps): ReactElement {
  const t = useTranslations('newMember.obstacles');
  const otherEmail = <Button onClick={onOtherEmail}>{t('otherEmail')}</Button>;
  switch (obstacle.kind) {
    case 'exists': {
      const { by, through } = obstacle;
      const name = by?.displayName ?? t('somebody');
      const id = idOf(member);
      const next = withAnotherId(member, obstacle.idEnding);
      return (
        <Obstacle title={t(`exists.${through}`, { name, id })} text={t(`existsText.${through}`)} person={by}>
          {(through === 'membershipId' || !by) && (
            <Button onClick={() => onRetry(next)}>{t('otherId', { id: idOf(next) })}</Button>
          )}
          {(through === 'email' || through === 'both') && otherEmail}
        </Obstacle>
      );
    }
    case 'formerOtherPerson':
    case 'elsewhereOtherPerson':
      return (
        <Obstacle title={t(`${obstacle.kind}.title`)} text={t(`${obstacle.kind}.text`)}>
          <Button onClick={goToName}>{t('checkName')}</Button>
          {otherEmail}
        </Obstacle>
      );
    case 'emailForbidden':
      return (
        <Obstacle title={t('emailForbidden.title')} text={t('emailForbidden.text')}>
          {otherEmail}
        </Obstacle>
      );
    case 'conflict':
      return <Obstacle title={t('conflict.title')} text={t('conflict.text')} />;
    case 'unanswered':
      return (
        <Banner tone="info" icon={CloudOff} title={t('unanswered.title')}>
          {t('unanswered.text')}
        </Banner>
      );
  }
}

const idOf = ({ values }: NewMember) => values['membership.membershipId'];

/** Focuses the first name in the surrounding form, to compare the spelling. */
function goToName({ currentTarget }: MouseEvent<HTMLButtonElement>): void {
  const firstName = currentTarget.form?.elements.namedItem('firstName');
  if (firstName instanceof HTMLElement) firstName.focus();
}

interface ObstacleProps {
  title: string;
  text: string;
  person?: MemberSummary | null;
  children?: ReactNode;
}

function Obstacle({ title, text, person, children }: ObstacleProps) {
  const toGym = useGymPath();
  const t = useTranslations('newMember.obstacles');
  return (
    <Banner tone="warning" icon={UserRoundSearch} title={title}>
      <p>{text}</p>
      {person && (
        <div className="mt-3">
          <PersonLine member={person} />
        </div>
      )}
      <div className="mt-3 flex flex-wrap gap-2.5 empty:hidden">
        {person && (
          // in a new tab, so that the input on this page stays
          <LinkButton href={toGym(memberPath(person.accountId))} target="_blank" rel="noreferrer">
            <span>
              {t('open', { name: person.displayName })} <span className="sr-only">{t('newTab')}</span>
            </span>
          </LinkButton>
        )}
        {children}
      </div>
    </Banner>
  );
}
