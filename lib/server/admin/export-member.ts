import 'server-only';
import path from 'node:path';
import { z } from 'zod';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { exportMember } from '#lib/server/members/export-member.ts';
import { accountIdInput } from '#lib/wire/account-id.ts';
import { requireLocation } from './locations.ts';
import type { AdminWorld } from './world.ts';

const input = z.object({
  location: z.uuid('--location must be the id of a location: list-locations shows it.'),
  account: accountIdInput,
  to: z.string().min(1),
});

/** Writes all that is kept of a member into a folder, and answers how many rows of what. */
export async function exportMemberCommand(
  desk: DeskContext,
  options: unknown,
  { writeFile }: Pick<AdminWorld, 'writeFile'>,
) {
  const { location: locationId, account: accountId, to } = input.parse(options);
  const { name } = await requireLocation(desk.db, locationId);
  const { records, picture } = await exportMember(desk, { locationId, accountId });
  const told = { location: name, accountId, exportedAt: new Date(desk.clock()), records };
  const files = [
    { name: 'member.json', content: `${JSON.stringify(told, null, 2)}\n` },
    ...(picture ? [{ name: 'picture.webp', content: picture }] : []),
  ];
  for (const file of files) await writeFile(path.join(to, file.name), piece(file.content));
  const rows = Object.entries(records).map(([table, found]) => [table, found.length] as const);
  return { files: files.map((file) => path.join(to, file.name)), rows: Object.fromEntries(rows) };
}

async function* piece(content: string | Uint8Array) {
  yield content;
}
