import 'server-only';
import path from 'node:path';
import { z } from 'zod';
import { exportMember } from '#lib/server/members/export-member.ts';
import { accountIdInput } from '#lib/wire/account-id.ts';
import type { AdminContext } from './admin-context.ts';
import { locationInput, requireMeantLocation } from './find-location.ts';

const input = z.object({
  location: locationInput,
  account: accountIdInput,
  to: z.string().min(1),
});

/** Writes everything the desk stores about a member into a folder, and returns the number of rows of each table. */
export async function exportMemberCommand({ desk, host }: AdminContext<'writeFile'>, options: unknown) {
  const { location, account: accountId, to } = input.parse(options);
  const { id: locationId, name } = await requireMeantLocation(desk.db, location);
  const { records, picture } = await exportMember(desk, { locationId, accountId });
  const exported = { location: name, accountId, exportedAt: new Date(desk.clock()), records };
  const files = [
    { name: 'member.json', content: `${JSON.stringify(exported, null, 2)}\n` },
    ...(picture ? [{ name: 'picture.webp', content: picture }] : []),
  ];
  for (const file of files) await host.writeFile(path.join(to, file.name), piece(file.content));
  const rows = Object.entries(records).map(([table, found]) => [table, found.length] as const);
  return { files: files.map((file) => path.join(to, file.name)), rows: Object.fromEntries(rows) };
}

async function* piece(content: string | Uint8Array) {
  yield content;
}
