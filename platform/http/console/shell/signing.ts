import type { SignInWork } from '#platform/services/owners/attempts.ts';

export type SigningWork = Pick<SignInWork, 'clock' | 'rules'>;

/** What the cookies of known browsers and of challenges are signed with. */
export const signingOf = ({ clock, rules: { secret, previousSecret } }: SigningWork) => ({
  secret,
  previousSecret,
  clock: () => clock().getTime(),
});
