import 'server-only';
import { ActionFailure } from '#lib/server/base/failure.ts';
import { readStaff } from './require-staff.ts';

/**
 * Whether this browser has a session that opens pages: not one that waits for a passkey, or of a person without any location. One that was
 * idle for longer than a location allows counts, since it goes on at a location that allows it.
 */
export async function isSignedIn(): Promise<boolean> {
  try {
    return (await readStaff()) !== null;
  } catch (error) {
    if (error instanceof ActionFailure) return false;
    throw error;
  }
}
