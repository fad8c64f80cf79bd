/**
 * Why the platform neither said nor did what it was asked for, although it may later:
 * - `platformUnavailable`: it was not heard, or has a fault
 * - `keyRejected`: it does not take the key of the location
 * - `permissionMissing`: it takes the key, which lacks the permission for this
 */
export const platformTroubles = ['platformUnavailable', 'keyRejected', 'permissionMissing'] as const;
export type PlatformTrouble = (typeof platformTroubles)[number];
