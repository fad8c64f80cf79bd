import 'server-only';
import { cookies } from 'next/headers';
import { keepInBrowser } from './browser/keep-in-browser.ts';

const name = 'location';

/** Which of their locations a person works for at this browser, as they last chose. */
export async function chosenLocation(): Promise<string | undefined> {
  return (await cookies()).get(name)?.value;
}

export const keepLocation = (locationId: string): Promise<void> => keepInBrowser(name, locationId);
