/** Where a screen finds the picture of a member; null where the desk has none. */
export function photoUrlOf(accountId: string, version: string): string;
export function photoUrlOf(accountId: string, version: string | null): string | null;
export function photoUrlOf(accountId: string, version: string | null): string | null {
  return version && `/api/desk/photos/${encodeURIComponent(accountId)}?${new URLSearchParams({ v: version })}`;
}
