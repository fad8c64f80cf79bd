import { EarlyKeysScript } from '#app/_components/early-keys-script.tsx';
import { RestoredPage } from '#app/_components/restored-page.tsx';
import { readLastPage } from '#lib/server/auth/open-page.ts';
import { AwayScreen } from './_components/away-screen.tsx';

export const dynamic = 'force-dynamic';

/** What a browser keeps for the time when the desk is away: the same for everybody, with nobody's name in it. */
export default async function AwayPage() {
  await readLastPage();
  return (
    <>
      <EarlyKeysScript />
      <RestoredPage />
      <AwayScreen />
    </>
  );
}
