import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { readStaff } from '#lib/auth/require-staff.ts';
import { locationView } from '#lib/desk/locations/location-view.ts';
import { staffView } from '#lib/desk/staff/staff-view.ts';
import { CheckInScreen } from './_components/check-in-screen.tsx';
import { admitAnyway, checkIn, checkOut, lookUp, undo } from './actions.ts';

export const generateMetadata = async (): Promise<Metadata> => ({ title: (await getTranslations('pages'))('checkIn') });

export default async function CheckInPage() {
  const context = await readStaff();
  if (!context) redirect('/sign-in');
  const location = locationView(context.at.location);
  return (
    // the key: another location is another page, with nothing of the one before in its memory
    <CheckInScreen
      key={location.id}
      location={location}
      staff={staffView(context.staff)}
      actions={{ lookUp, checkIn, checkOut, admitAnyway, undo }}
    />
  );
}
