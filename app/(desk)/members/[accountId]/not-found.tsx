import { MemberGone } from '#components/members/member-gone.tsx';

export default function MemberNotFound() {
  return <MemberGone />;
}
