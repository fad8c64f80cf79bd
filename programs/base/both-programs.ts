/** The programs in the order in which their backups end: what a desk has noted as sent, its platform then holds. */
export const programs = ['desk', 'platform'] as const;
export type Program = (typeof programs)[number];
