import type { ByteRange } from '#platform/services/exports/file-store.ts';

/**
 * Reads the `Range` header for a file of `size` bytes (RFC 9110, section 14).
 * @returns undefined if the whole file is to be sent: for several ranges, other units and invalid values;
 * `unsatisfiable` if the range is outside the file
 */
export function readByteRange(header: string, size: number): ByteRange | 'unsatisfiable' | undefined {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(header.trim()) ?? [];
  if (from === '' && to === '') return undefined;
  if (from === '') return toRange(Math.max(0, size - Number(to)), size - 1, size);
  if (to !== '' && Number(to) < Number(from)) return undefined;
  return toRange(Number(from), to === '' ? size - 1 : Math.min(Number(to), size - 1), size);
}

const toRange = (first: number, last: number, size: number) =>
  first < size && last >= first ? { first, last } : ('unsatisfiable' as const);
