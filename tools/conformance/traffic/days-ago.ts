/** The UTC day that many days ago, as `2026-11-22`. */
export const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
