/**
 * Why a request to the platform failed although it may succeed later:
 * - `platformUnavailable`: it was not reached, or has a fault
 * - `keyRejected`: it rejects the key of the location
 * - `permissionMissing`: it accepts the key, which lacks the permission for this
 */
export const platformTroubles = ['platformUnavailable', 'keyRejected', 'permissionMissing'] as const;
export type PlatformTrouble = (typeof platformTroubles)[number];
