import Link from 'next/link';
import { cn } from '#components/ui/class-names.ts';
import { LinkSign } from '#components/ui/link-sign.tsx';
import { useGymPath } from '#lib/browser/page/gym-address.tsx';
import { memberPath } from '#lib/wire/member-path.ts';

interface MemberLinkProps {
  accountId: string;
  name: string;
  className?: string;
}

/** A member's name in a table, which leads to the profile. Not prefetched: each profile asks the platform. */
export function MemberLink({ accountId, name, className }: MemberLinkProps) {
  const toGym = useGymPath();
  return (
    <Link
      href={toGym(memberPath(accountId))}
      prefetch={false}
      className={cn(
        'relative py-2 underline decoration-line-strong underline-offset-3 hover:decoration-current',
        className,
      )}
    >
      {name}
      <LinkSign />
    </Link>
  );
}
