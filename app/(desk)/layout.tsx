import { redirect } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { Toaster } from '#components/ui/toaster.tsx';
import { readStaff } from '#lib/auth/require-staff.ts';
import { staffView } from '#lib/desk/staff/staff-view.ts';
import { Header } from './_components/header.tsx';
import { setLocale, switchLocation } from './actions.ts';

export default async function DeskLayout({ children }: { children: ReactNode }) {
  const context = await readStaff();
  if (!context) redirect('/sign-in');
  const t = await getTranslations('common');
  const named = ({ id, name }: { id: string; name: string }) => ({ id, name });
  return (
    <>
      <Header
        location={named(context.at.location)}
        locations={context.locations.map(named)}
        staff={staffView(context.staff)}
        switchLocation={switchLocation}
        setLocale={setLocale}
      />
      {children}
      <Toaster closeLabel={t('close')} />
    </>
  );
}
