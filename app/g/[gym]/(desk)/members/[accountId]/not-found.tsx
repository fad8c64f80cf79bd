import { MemberGone } from '#components/profile/gone.tsx';

export default function MemberNotFound() {
  return <MemberGone />;
}
