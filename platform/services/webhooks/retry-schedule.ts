const minute = 60;
const hour = 60 * minute;

/** Seconds from a failed try to the next one (behaviour sheet, "Webhooks"); after the last the event is given up. */
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

/** How long a receiver may take to answer. */
export const deliveryTimeoutMs = 5_000;
