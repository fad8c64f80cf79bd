export const memberRoles = ['trainer', 'gymOwner'] as const;
export type MemberRole = (typeof memberRoles)[number];

/** What a member is in this gym; null where the platform does not say. */
export type RolesView = Record<MemberRole, boolean | null>;
