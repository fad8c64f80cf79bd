import { dehydrate, QueryClient } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { MemberFileSection } from '#components/members-data/member-file-section.tsx';
import { ProfileLayout } from '#components/profile/layout.tsx';
import { Prefilled } from '#components/reading/prefilled.tsx';
import { SectionBoundary } from '#components/reading/section-boundary.tsx';
import { prefill } from '#lib/server/actions/prefill.ts';
import { openPage } from '#lib/server/auth/open-page.ts';
import { getTranslations } from '#lib/server/i18n/server-translations.ts';
import { accountIdIn } from '#lib/wire/member-path.ts';
import { isAllowed } from '#lib/wire/permissions.ts';
import { CardsSection } from './_components/cards-section.tsx';
import { HeadSection } from './_components/head-section.tsx';
import { MessageSection } from './_components/message-section.tsx';
import { NotesSection } from './_components/notes-section.tsx';
import { PersonSection } from './_components/person-section.tsx';
import { PhotoSection } from './_components/photo-section.tsx';
import { ProductsSection } from './_components/products-section.tsx';
import { ProfileGate } from './_components/profile-gate.tsx';
import { ProfileUnavailable } from './_components/profile-unavailable.tsx';
import { RemoveSection } from './_components/remove-section.tsx';
import { RolesSection } from './_components/roles-section.tsx';
import type { SectionProps } from './_components/section-props.ts';
import { TasksSection } from './_components/tasks-section.tsx';
import { VisitsSection } from './_components/visits-section.tsx';
import { fillOwnParts } from './fill-own-parts.ts';

type MemberPageProps = PageProps<'/g/[gym]/members/[accountId]'>;

/** Without the name: the browser's history keeps a title for months. */
export const generateMetadata = async (): Promise<Metadata> => ({ title: (await getTranslations('pages'))('member') });

export default async function MemberPage({ params }: MemberPageProps) {
  const { accountId: segment } = await params;
  const context = await openPage('readMembers', params);
  const accountId = accountIdIn(segment);
  if (accountId === null) notFound();
  const queryClient = new QueryClient();
  const answer = await prefill(queryClient, context, { name: 'profile', input: { accountId } });
  if (answer.kind === 'gone') notFound();
  if (answer.kind === 'unavailable') return <ProfileUnavailable because={answer.because} />;

  const { actor, staff } = context;
  const { id: locationId, timeZone } = actor.location;
  const section: SectionProps = { accountId, locationId, timeZone, mayEdit: isAllowed(staff.role, 'editMembers') };
  const mayManageRoles = isAllowed(staff.role, 'manageRoles');
  const mayExport = isAllowed(staff.role, 'manageLocation');
  const mayRemove = isAllowed(staff.role, 'deleteMembers');
  const t = await getTranslations();
  // after the platform's answer, which may take seconds: a note of a colleague that is written meanwhile must not be missed
  await fillOwnParts(queryClient, context, { accountId });
  return (
    <Prefilled state={dehydrate(queryClient)}>
      {/* the key: another location is another page, with nothing of the one before in its memory */}
      <ProfileGate key={`${locationId} ${accountId}`} {...section}>
        <ProfileLayout
          head={
            <SectionBoundary title={answer.profile.displayName}>
              <HeadSection
                {...section}
                parts={{ roles: mayManageRoles, removal: mayRemove }}
                photo={
                  <SectionBoundary title={t('photos.title')}>
                    <PhotoSection {...section} />
                  </SectionBoundary>
                }
              />
            </SectionBoundary>
          }
          main={
            <>
              <SectionBoundary title={t('memberNotes.title')}>
                <NotesSection {...section} />
              </SectionBoundary>
              <SectionBoundary title={t('memberVisits.title')}>
                <VisitsSection {...section} />
              </SectionBoundary>
            </>
          }
          side={
            <>
              <SectionBoundary title={t('cards.title')}>
                <CardsSection {...section} readerProfiles={actor.location.readerProfiles} />
              </SectionBoundary>
              <SectionBoundary title={t('products.title')}>
                <ProductsSection {...section} />
              </SectionBoundary>
              <SectionBoundary title={t('tasks.title')}>
                <TasksSection {...section} staffId={staff.id} person={staff.name} />
              </SectionBoundary>
            </>
          }
          rest={
            <>
              <SectionBoundary title={t('profile.person')}>
                <PersonSection {...section} />
              </SectionBoundary>
              <SectionBoundary title={t('memberMessage.title')}>
                <MessageSection {...section} />
              </SectionBoundary>
              {mayManageRoles && (
                <SectionBoundary title={t('memberRoles.title')}>
                  <RolesSection {...section} />
                </SectionBoundary>
              )}
              {mayExport && (
                <SectionBoundary title={t('memberData.title')}>
                  <MemberFileSection locationId={locationId} accountId={accountId} />
                </SectionBoundary>
              )}
              {mayRemove && (
                <SectionBoundary title={t('removeMember.title')}>
                  <RemoveSection {...section} />
                </SectionBoundary>
              )}
            </>
          }
        />
      </ProfileGate>
    </Prefilled>
  );
}
