'use client';

import { useEffect, useState } from 'react';
import { useMemberSearch } from '#app/g/[gym]/(desk)/_components/use-member-search.ts';
import { BoxedMember } from '#components/cards/change-flow.tsx';
import { CardsMemberPicker } from '#components/cards/member-picker.tsx';
import { memberFileHref } from '#components/members-data/member-file-href.ts';
import { OfficeSection } from '#components/office/section.tsx';
import { Button, buttonLooks } from '#components/ui/button.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import type { MemberMatch } from '#lib/wire/directory.ts';
import { useIsForgotten } from './use-is-forgotten.ts';

interface ChosenMemberProps {
  locationId: string;
  member: MemberMatch;
  onLeave(): void;
}

function ChosenMember({ locationId, member, onLeave }: ChosenMemberProps) {
  const t = useTranslations('memberFile');
  const isForgotten = useIsForgotten(locationId, member.accountId);
  useEffect(() => {
    if (isForgotten) onLeave();
  }, [isForgotten, onLeave]);
  return (
    <>
      <BoxedMember member={member} />
      <div className="flex flex-wrap gap-2.5">
        <a
          className={buttonLooks({ look: 'main' })}
          href={memberFileHref(locationId, member.accountId)}
          download="member.json"
        >
          {t('download')}
        </a>
        {member.photoUrl && (
          <a className={buttonLooks({})} href={member.photoUrl} download="photo.webp">
            {t('photo')}
          </a>
        )}
        <Button onClick={onLeave}>{t('another')}</Button>
      </div>
    </>
  );
}

interface MemberFileScreenProps {
  locationId: string;
  timeZone: string;
}

/** Everything the desk stores about one member, for a request under data protection law. */
export function MemberFileScreen({ locationId, timeZone }: MemberFileScreenProps) {
  const t = useTranslations('memberFile');
  const [text, setText] = useState('');
  const [member, setMember] = useState<MemberMatch | null>(null);
  const search = useMemberSearch(locationId, text.trim());
  return (
    <OfficeSection title={t('title')} text={t('text')}>
      {member ? (
        <ChosenMember key={member.accountId} locationId={locationId} member={member} onLeave={() => setMember(null)} />
      ) : (
        <CardsMemberPicker search={search} value={text} onType={setText} timeZone={timeZone} onChoose={setMember} />
      )}
      <p className="text-ink-soft text-sm">{t('notIncluded')}</p>
    </OfficeSection>
  );
}
