import { MemberGone } from '#components/profile/notice.tsx';

export default function MemberNotFound() {
  return <MemberGone />;
}
