import { EarlyKeysScript } from '#app/_components/early-keys-script.tsx';
import { RestoredPage } from '#app/_components/restored-page.tsx';
import { readLastPage } from '#lib/server/auth/open-page.ts';
import { AwayScreen } from './_components/away-screen.tsx';

export const dynamic = 'force-dynamic';

/** The offline shell that browsers store: the same for all users, without personal data. */
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
