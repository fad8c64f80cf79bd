import { MemberGone } from '#components/profile/layout.tsx';

export default function MemberNotFound() {
  return <MemberGone />;
}
