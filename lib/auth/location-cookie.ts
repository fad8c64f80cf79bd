import 'server-only';
import { cookies } from 'next/headers';

const name = 'location';
const oneYearS = 365 * 24 * 60 * 60;

/** Which of their locations a person works for at this browser, as they last chose. */
export async function chosenLocation(): Promise<string | undefined> {
  return (await cookies()).get(name)?.value;
}

export async function keepLocation(locationId: string): Promise<void> {
  (await cookies()).set(name, locationId, { httpOnly: true, sameSite: 'lax', path: '/', maxAge: oneYearS });
}
