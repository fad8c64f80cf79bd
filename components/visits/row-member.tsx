import type { ReactNode } from 'react';
import { MemberLink } from '#components/directory/member-link.tsx';
import { Avatar } from '#components/ui/avatar.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { initialsOf } from '#lib/wire/names/person-name.ts';
import type { VisitLine } from '#lib/wire/visits.ts';

interface RowMemberProps {
  of: Pick<VisitLine, 'accountId' | 'name' | 'membershipId' | 'photoUrl'>;
  /** Beside the name. */
  badge?: ReactNode;
  /** Below the name. */
  children?: ReactNode;
}

/** Face, name and number of the member of a row; what was scanned where the member is unknown. */
export function RowMember({ of: { accountId, name, membershipId, photoUrl }, badge, children }: RowMemberProps) {
  const t = useTranslations('visits');
  return (
    <div className="flex min-w-0 gap-3 sm:min-w-44 print:min-w-0">
      <span className="print:hidden">
        <Avatar initials={accountId === null ? '?' : initialsOf(name)} photoUrl={photoUrl} />
      </span>
      <div className="min-w-0 self-center">
        <span className="wrap-anywhere font-semibold">
          {accountId === null ? (
            name || t('unknownPerson')
          ) : (
            <MemberLink accountId={accountId} name={name} className="print:no-underline" />
          )}
        </span>
        {badge}
        {membershipId && (
          <span className="block whitespace-nowrap text-ink-soft text-sm print:ml-2 print:inline">{membershipId}</span>
        )}
        {children}
      </div>
    </div>
  );
}
