/** In the order in which their backups end: what the desk has recorded as sent is then in the platform's backup too. */
export const programs = ['desk', 'platform'] as const;
export type Program = (typeof programs)[number];
