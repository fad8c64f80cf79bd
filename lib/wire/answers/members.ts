import { memberRoles, type Profile, type ProfileAnswer, profileFields, type RolesView } from '#lib/wire/members.ts';
import { platformTroubles } from '#lib/wire/platform-trouble.ts';
import { eachOf, type Is, isFlag, isText, nullOr, objectOf, variantsOf, wordOf } from './shape.ts';

const profile: Is<Profile> = objectOf({
  accountId: isText,
  displayName: isText,
  initials: isText,
  values: eachOf(profileFields, isText),
  corporateStart: nullOr(isText),
  corporateEnd: nullOr(isText),
});

const because = wordOf(platformTroubles);

export const isProfileAnswer: Is<ProfileAnswer> = variantsOf<ProfileAnswer, 'kind'>('kind', {
  current: { profile },
  remembered: { because, profile, confirmedAt: isText },
  gone: {},
  unavailable: { because },
});

/** Null where the platform does not know the member. */
export interface RolesAnswer {
  roles: RolesView | null;
}
export const isRolesAnswer: Is<RolesAnswer> = objectOf({ roles: nullOr(eachOf(memberRoles, nullOr(isFlag))) });
