const dayMs = 24 * 60 * 60_000;
const hourMs = 60 * 60_000;

/**
 * How often a list is read whole, since a list of changes does not tell who or what is gone. Sooner where some of it could
 * not be read, so that it is known again soon after the platform has mended it.
 */
export const readAllEveryMs = ({ isAllReadWhole }: { isAllReadWhole: boolean }): number =>
  isAllReadWhole ? dayMs : hourMs;
