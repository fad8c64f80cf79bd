import { MemberGone } from '#components/profile/member-gone.tsx';

export default function MemberNotFound() {
  return <MemberGone />;
}
