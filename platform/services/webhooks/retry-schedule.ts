const minute = 60;
const hour = 60 * minute;

/**
 * Seconds from a failed attempt to the next one. After the last attempt the delivery is given up.
 */
export const retryDelaysSeconds: readonly number[] = [
  5,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
];

/** Timeout of a receiver's response. */
export const deliveryTimeoutMs = 5_000;
