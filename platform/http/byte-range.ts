import type { ByteRange } from '#platform/services/exports/file-store.ts';

/**
 * What the header `Range` asks of a file of `size` bytes (RFC 9110, section 14).
 * @returns undefined where the whole file is to be answered: for several ranges, other units and what is no range;
 *   `unsatisfiable` where the file has nothing there
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
