import { useMembershipType } from '#components/hooks/use-membership-type.ts';
import { Avatar } from '#components/ui/avatar.tsx';
import type { MemberSummary } from '#lib/wire/verdict.ts';

/** A member in one line: photo, name, membership. */
export function PersonLine({ member }: { member: MemberSummary }) {
  const nameType = useMembershipType();
  return (
    <div className="flex items-center gap-3.5">
      <Avatar initials={member.initials} photoUrl={member.photoUrl} className="size-12 text-base" />
      <div className="min-w-0">
        <p className="wrap-anywhere font-semibold text-ink text-lg leading-snug">{member.displayName}</p>
        <p className="text-ink-soft">
          {[nameType(member.membershipType), member.membershipId].filter(Boolean).join(' · ')}
        </p>
      </div>
    </div>
  );
}
