import 'server-only';
import { authorise, contextAt, loadStaff, type StaffContext } from '#lib/server/auth/load-staff.ts';
import type { StaffPermission } from '#lib/wire/permissions.ts';

interface Upload {
  mostBytes: number;
  permission: StaffPermission;
}

/**
 * Reads the body of a request, and stops as soon as it exceeds the limit. A body may take minutes to arrive. If the session ends
 * or a permission is withdrawn meanwhile, the request must not be carried out.
 * @returns null where it is too large
 * @throws ActionFailure `signedOut` or `notAllowed`
 */
export async function readUpload(
  context: StaffContext,
  request: Request,
  { mostBytes, permission }: Upload,
): Promise<Buffer | null> {
  const file = await readWithin(request, mostBytes);
  const { desk, session, staff, actor } = context;
  const claim = { sessionId: session.id, version: staff.sessionVersion };
  await contextAt(authorise(await loadStaff(desk, claim), permission), actor.location.id);
  return file;
}

async function readWithin(request: Request, mostBytes: number): Promise<Buffer | null> {
  if (Number(request.headers.get('content-length') ?? 0) > mostBytes) return null;
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  // returning from the loop cancels the body
  for await (const piece of request.body ?? []) {
    bytes += piece.byteLength;
    if (bytes > mostBytes) return null;
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
